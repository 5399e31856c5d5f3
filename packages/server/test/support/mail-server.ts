/** A real SMTP server on loopback, whose next answers a test may choose; and what it received, read. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMail {
	from: string;
	to: string[];
	/** As it travelled. */
	raw: string;
	parsed: ParsedMail;
	/** The first link of its text. */
	link: string;
}

/** What it does with a mail. Those that it takes are received even where the client does not learn of it. */
export type Behaviour =
	| "take"
	| "take, then cut"
	| "never answer"
	/** Such as "550 RCPT TO". */
	| `${number} ${"MAIL FROM" | "RCPT TO" | "DATA"}`
	/** Takes it, and answers when this is done. */
	| (() => Promise<unknown>);

export interface MailServer {
	/** SALLYPORT_* settings with which a service uses it. */
	settings: Record<string, string>;
	port: number;
	received: ReceivedMail[];
	/** How many clients are connected. */
	connected(): number;
	/** Each for one mail, in order; then it takes all. */
	behave(...behaviours: Behaviour[]): void;
	/** Done before a mail is waited for. */
	beforeWaiting(act: () => void): void;
	/** The next mail to that address with such a subject that was not asked for yet, as soon as it is there. */
	next(to: string, subject?: RegExp): Promise<ReceivedMail>;
	stop(): Promise<void>;
}

export interface MailServerOptions extends SMTPServerOptions {
	/** Name and password that it requires. */
	login?: [name: string, password: string];
	scheme?: "smtp" | "smtps";
}

export async function startMailServer({
	login,
	scheme = "smtp",
	...options
}: MailServerOptions = {}): Promise<MailServer> {
	const received: ReceivedMail[] = [];
	const planned: Behaviour[] = [];
	const read = new Set<ReceivedMail>();
	const acts: Array<() => void> = [];
	let arrived = Promise.withResolvers<void>();
	const sockets = new Map<string, Socket>();
	const refusal = (command: string) => {
		const [next] = planned;
		if (typeof next !== "string" || !next.endsWith(` ${command}`)) return null;
		planned.shift();
		const responseCode = Number.parseInt(next, 10);
		return Object.assign(new Error(`no, ${command} is not taken here`), { responseCode });
	};
	const server = new SMTPServer({
		authOptional: login === undefined,
		disabledCommands: login === undefined ? ["STARTTLS", "AUTH"] : [],
		disableReverseLookup: true,
		closeTimeout: 100,
		onAuth({ username, password }, _session, done) {
			const isRight = username === login?.[0] && password === login?.[1];
			done(isRight ? null : new Error("wrong name or password"), { user: username });
		},
		onMailFrom: (_address, _session, done) => done(refusal("MAIL FROM")),
		onRcptTo: (_address, _session, done) => done(refusal("RCPT TO")),
		async onData(stream, { id, envelope }, done) {
			const raw = await buffer(stream);
			const refused = refusal("DATA");
			if (refused !== null) return done(refused);
			const parsed = await simpleParser(raw);
			const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
			const to = envelope.rcptTo.map(({ address }) => address);
			const link = /https?:\S+/.exec(parsed.text ?? "")?.[0] ?? "";
			received.push({ from, to, raw: raw.toString(), parsed, link });
			arrived.resolve();
			arrived = Promise.withResolvers();
			const behaviour = planned.shift() ?? "take";
			if (typeof behaviour === "function") await behaviour();
			if (behaviour === "take, then cut") sockets.get(id)?.destroy();
			if (behaviour !== "never answer") done(null);
		},
		...options,
	});
	server.on("error", () => {});
	server.on("connect", () => {
		for (const connection of server.connections)
			sockets.set(connection.id, (connection as unknown as { _socket: Socket })._socket);
	});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	const who = login === undefined ? "" : `${login.map(encodeURIComponent).join(":")}@`;
	return {
		settings: {
			SALLYPORT_MAIL_URL: `${scheme}://${who}localhost:${port}`,
			SALLYPORT_MAIL_FROM: "Example Login <login@service.example>",
			...(login === undefined ? { SALLYPORT_MAIL_TLS: "loopback-off" } : {}),
		},
		port,
		received,
		connected: () => server.connections.size,
		behave: (...behaviours) => void planned.push(...behaviours),
		beforeWaiting: (act) => void acts.push(act),
		async next(to, subject = /./) {
			for (const act of acts) act();
			for (;;) {
				const mail = received.find((each) => {
					return !read.has(each) && each.to.includes(to) && subject.test(each.parsed.subject ?? "");
				});
				if (mail !== undefined) {
					read.add(mail);
					return mail;
				}
				await arrived.promise;
			}
		},
		stop: () => new Promise((resolve) => server.close(resolve)),
	};
}
