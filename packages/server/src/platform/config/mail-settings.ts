/** Mail: the server that takes it, and what is sent. */
import { canonicalEmail } from "../lib/email.ts";
import { isLoopbackAddress } from "../lib/is-loopback.ts";
import { SettingError } from "../lib/parse-setting.ts";
import { duration, integer, oneOf, optional, type Parsed, setting, text } from "./setting.ts";

export const mailSettings = {
	mailUrl: optional(parseMailUrl).means(
		"The server that takes mail: `smtp://NAME:PASSWORD@mail.example.com:587` (STARTTLS) or `smtps://` (port 465). Signs such as `@` in the password are percent-encoded. Without it, no mail is sent.",
	),
	mailUrlFile: optional(text).means("A file that holds it, instead of `SALLYPORT_MAIL_URL`."),
	mailFrom: optional(parseMailFrom).means(
		"Sender of all mails: `login@example.com`, or `Example Login <login@example.com>`. Required for mail.",
	),
	mailTls: setting("required", oneOf("required", "loopback-off")).means(
		"`loopback-off`: without TLS, to a mail server on this machine only.",
	),
	mailPerHour: setting("500", integer(1, 1_000_000)).means(
		"Mails per hour of all instances together; further ones wait. Half of them are reserved for mail that unauthenticated clients cannot cause.",
	),
	recovery: setting("on", oneOf("on", "off")).means(
		"Whether users who have forgotten their password get a link by mail, to their verified address.",
	),
	recoveryAdmins: setting("off", oneOf("on", "off")).means(
		"Whether admins do, too: the mailbox of one is then enough to own the service.",
	),
	recoveryLifetime: setting("30m", duration("5m", "24h")).means("Lifetime of such a link, from its mail on."),
} as const;

type MailSettings = Parsed<typeof mailSettings>;

export interface Mailbox {
	name: string;
	address: string;
}

/** What a mail server is reached by. */
export interface MailServer {
	host: string;
	port: number;
	/** TLS from the first byte, instead of STARTTLS. */
	implicitTls: boolean;
	user: string | null;
	password: string;
}

export function readMailUrl(url: string): MailServer {
	const { protocol, hostname, port, username, password } = new URL(url);
	const implicitTls = protocol === "smtps:";
	return {
		host: hostname.replace(/^\[|\]$/g, "").toLowerCase(),
		port: port === "" ? (implicitTls ? 465 : 587) : Number(port),
		implicitTls,
		user: username === "" ? null : decodeURIComponent(username),
		password: decodeURIComponent(password),
	};
}

/** The mistake repeats nothing of it: it may hold a password. */
export function parseMailUrl(value: string): string {
	const url = URL.parse(value);
	if (url === null || !/^smtps?:$/.test(url.protocol) || !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(url.hostname))
		throw new SettingError("write a URL such as smtp://NAME:PASSWORD@mail.example.com:587");
	if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
		throw new SettingError("must have no path, query or fragment");
	if ((url.username === "") !== (url.password === ""))
		throw new SettingError("must have a name and a password, or neither");
	try {
		readMailUrl(value);
	} catch {
		throw new SettingError("its name or password is not percent-encoded well");
	}
	return value;
}

function parseMailFrom(value: string): Mailbox {
	const [, name, bracketed] = /^([^<>"\\\p{C}]{0,64}?)\s*<([^<>]*)>$/u.exec(value) ?? [];
	const address = canonicalEmail(bracketed ?? value);
	if (address === null)
		throw new SettingError(
			"write an address such as login@example.com, or Example Login <login@example.com>",
		);
	return { name: name ?? "", address };
}

/** Contradictions between the mail settings. */
export function* mailMistakes(settings: MailSettings): Generator<string> {
	const { mailUrl, mailFrom, mailTls } = settings;
	if (mailUrl === null) return;
	if (mailFrom === null) yield "SALLYPORT_MAIL_FROM: mails need a sender, such as login@example.com.";
	if (mailTls === "required") return;
	const { host, implicitTls } = readMailUrl(mailUrl);
	if (!isLoopbackAddress(host))
		yield `SALLYPORT_MAIL_TLS: without TLS, mail goes only to a server on this machine, not to ${host}.`;
	if (implicitTls) yield "SALLYPORT_MAIL_TLS: smtps:// is TLS; write smtp:// to go without.";
}
