import type { Config } from "../../platform/config/config.ts";
import { readMailUrl } from "../../platform/config/mail-settings.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { isLoopback } from "../../platform/lib/is-loopback.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { createSmtp, MailRefused } from "../../platform/mail/smtp.ts";
import { MAIL } from "../../platform/outbox/channel.ts";
import {
	countDeliveries,
	countWaiting,
	MOST_SENT_COUNTED,
} from "../../platform/outbox/delivery-count-store.ts";
import { listDeliveries } from "../../platform/outbox/operator-store.ts";
import { type Check, excerpt, type Finding, failed, ok, warning } from "./check.ts";

/** Whether the mail server lets the service in; nothing is sent. Nothing where no mail is sent. */
export async function* checkMailServer(config: Config): AsyncGenerator<Check> {
	if (config.mailUrl === null) return;
	const { host, port, user } = readMailUrl(config.mailUrl);
	const how = `${config.mailTls === "required" ? "TLS" : "no TLS"}, ${user === null ? "no login" : "logged in"}`;
	try {
		await createSmtp(config).check();
		yield ok("mail server", `${host}:${port} answers: ${how}`);
	} catch (error) {
		if (!(error instanceof MailRefused)) throw error;
		yield failed(
			"mail server",
			`the service cannot use ${host}:${port}: ${error.status}`,
			adviseOnMail(error),
		);
	}
	const { hostname } = new URL(config.baseUrl);
	if (isLoopback(hostname))
		yield warning(
			"links in mails",
			`lead to ${config.baseUrl}`,
			"Set SALLYPORT_BASE_URL to the address that readers reach.",
		);
}

/** Of the newest ones: a mail server that takes none is seen in each of them. */
const NEWEST = 50;
/** A mail server that makes a new sender wait takes the second or the third attempt. */
const POSTPONED = 3;

/** What has become of mails. Nothing where none is sent, and none waits. */
export async function* checkMails({ mailUrl }: Config, queries: Queryable): AsyncGenerator<Finding> {
	if (mailUrl === null) {
		const waiting = await countWaiting(queries, MAIL);
		const fact = {
			en: `${waiting} waiting, and none is sent`,
			de: `${waiting} wartend, und keine wird gesendet.`,
		};
		const advice = {
			en: "Set SALLYPORT_MAIL_URL, or they expire.",
			de: "Setzen Sie SALLYPORT_MAIL_URL, sonst verfallen sie.",
		};
		if (waiting > 0) yield warning("mails", fact, advice);
		return;
	}
	const { waiting, sent, failed: lost } = await countDeliveries(queries, MAIL);
	const isMost = sent === MOST_SENT_COUNTED;
	const fact = {
		en: `in 7 days ${sent}${isMost ? " or more" : ""} sent, ${lost} failed; ${waiting} waiting`,
		de: `In 7 Tagen ${sent}${isMost ? " oder mehr" : ""} gesendet, ${lost} gescheitert; ${waiting} wartend.`,
	};
	const advice = {
		en: `${PROGRAM} mail list says why; ${PROGRAM} mail retry --all sends them again.`,
		de: `${PROGRAM} mail list sagt, warum; ${PROGRAM} mail retry --all sendet sie noch einmal.`,
	};
	const stuck = (await listDeliveries(queries, NEWEST)).find(
		({ state, attempts }) => state === "waiting" && Number(attempts) >= POSTPONED,
	);
	if (lost > 0) yield warning("mails", fact, advice);
	else if (stuck === undefined) yield ok("mails", fact);
	else
		yield warning(
			"mails",
			{
				en: `${fact.en}. The last answer was ${stuck.lastStatus}`,
				de: `${fact.de} Die letzte Antwort war ${stuck.lastStatus}.`,
			},
			{
				en: `They are tried again by themselves; ${PROGRAM} doctor asks the mail server now.`,
				de: `Der Dienst versucht es von selbst wieder; ${PROGRAM} doctor fragt den Mailserver jetzt.`,
			},
		);
}

/** What an operator does about a mail server that refuses, or is not reached. */
export function adviseOnMail({ status, message }: MailRefused): string {
	const said = `It said: ${excerpt(message)}.`.replace("..", ".");
	if (/AUTH/.test(status)) return `${said} Check name and password in SALLYPORT_MAIL_URL.`;
	if (/TLS|CERT|VERIFY|ISSUER/.test(status))
		return `${said} The server must offer TLS with a certificate that this machine trusts; Node reads one of your own from NODE_EXTRA_CA_CERTS.`;
	if (/^\d/.test(status)) return `${said} Check SALLYPORT_MAIL_FROM, and what this server takes.`;
	return `${said} Check host and port in SALLYPORT_MAIL_URL, and the firewall.`;
}
