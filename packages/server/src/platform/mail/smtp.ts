/** Hands a mail to the server that SALLYPORT_MAIL_URL names (RFC 5321). The library is loaded for the first mail. */
import { once } from "node:events";
import { Readable } from "node:stream";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import type { Options } from "nodemailer/lib/smtp-connection";
import type { Config } from "../config/config.ts";
import { type Mailbox, type MailServer, readMailUrl } from "../config/mail-settings.ts";
import { composeMail, type Mail } from "./compose-mail.ts";

/** Milliseconds. */
export interface Patience {
	/** The limit for the connection, and for each answer. */
	answer: number;
	/** The limit for a whole mail. */
	mail: number;
}

const patient: Patience = { answer: 20_000, mail: 60_000 };

/** What a mail server has refused, or why it was not reached. */
export class MailRefused extends Error {
	/** Such as "550 RCPT TO": never text of the server, which may repeat an address. */
	readonly status: string;
	/** Whether the server would refuse it again. */
	readonly permanent: boolean;
	/** The server may have accepted it, for all that is known. */
	readonly unanswered: boolean;
	/** The server does not know the address. */
	readonly unknownAddress: boolean;

	constructor(cause: SmtpError, unanswered: boolean) {
		super(cause.message, { cause });
		const { responseCode, command = "", code = "ESOCKET", originalCode } = cause;
		const answered = responseCode !== undefined;
		// One that is aborted took longer than a whole mail may.
		const why = code === "ABORT_ERR" ? "ETIMEDOUT" : (originalCode ?? code);
		this.status = answered ? `${responseCode} ${command}` : why;
		this.unanswered = unanswered && !answered;
		const isAboutMail = /^(MAIL FROM|RCPT TO|DATA)$/.test(command);
		// Of anything else, such as a wrong password of the service, an operator takes care.
		this.permanent = cause.permanent === true && isAboutMail;
		this.unknownAddress = this.permanent && command === "RCPT TO";
	}
}

interface SmtpError extends Error {
	code?: string | undefined;
	originalCode?: string | undefined;
	responseCode?: number | undefined;
	command?: string | undefined;
	permanent?: boolean | undefined;
}

class ConnectionEnded extends Error {
	readonly code = "ECONNECTION";
	constructor() {
		super("The connection was closed.");
	}
}

type Done<T> = (error?: Error | null, result?: T) => void;
type Step = <T>(act: (done: Done<T>) => void) => Promise<T>;

/** Loads the library with the first mail. */
export const loadSmtpConnection = () => import("nodemailer/lib/smtp-connection");

export function createSmtp(
	config: Pick<Config, "mailUrl" | "mailFrom" | "mailTls" | "baseUrl">,
	{ answer, mail: wholeMail }: Patience = patient,
) {
	/** Connects, in TLS, and logs in; ends the connection after the work. */
	async function connected<T>(
		outer: AbortSignal | undefined,
		work: (connection: SmtpConnection, step: Step) => Promise<T>,
	): Promise<T> {
		const { default: Connection } = await loadSmtpConnection();
		const server = readMailUrl(config.mailUrl ?? "");
		const connection = new Connection(optionsOf(server, config, answer));
		const deadline = AbortSignal.timeout(wholeMail);
		const signal = outer === undefined ? deadline : AbortSignal.any([deadline, outer]);
		// Each step ends with its callback, or with an event: `once` rejects when that is an error.
		const ended = once(connection, "end", { signal }).then(() => Promise.reject(new ConnectionEnded()));
		ended.catch(() => {});
		const step = <T>(act: (done: Done<T>) => void): Promise<T> =>
			Promise.race([
				new Promise<T>((resolve, reject) =>
					act((error, result) => (error ? reject(error) : resolve(result as T))),
				),
				ended,
			]);
		// Also one that comes after all is done.
		connection.on("error", () => {});
		try {
			await step((done) => connection.connect(done));
			const { user, password: pass } = server;
			if (user !== null) await step((done) => connection.login({ credentials: { user, pass } }, done));
			const result = await work(connection, step);
			connection.quit();
			return result;
		} catch (error) {
			connection.close();
			throw error;
		}
	}

	return {
		/** Rejects with MailRefused. */
		async send(mail: Mail, signal?: AbortSignal): Promise<{ status: string }> {
			const from = config.mailFrom as Mailbox;
			const bytes = await composeMail(mail, from);
			let isSaid = false;
			try {
				const stream = Readable.from([bytes]).once("end", () => {
					isSaid = true;
				});
				const envelope = { from: from.address, to: [mail.to] };
				const { response } = await connected(signal, (connection, step) =>
					step<{ response: string }>((done) => connection.send(envelope, stream, done)),
				);
				// No text of the server: it is printed for operators.
				return { status: /^\d{0,3}/.exec(response)?.[0] ?? "" };
			} catch (error) {
				throw new MailRefused(error as SmtpError, isSaid);
			}
		},

		/** Connects and logs in; sends nothing. Rejects with MailRefused. */
		async check(signal?: AbortSignal): Promise<void> {
			try {
				await connected(signal, async () => {});
			} catch (error) {
				throw new MailRefused(error as SmtpError, false);
			}
		},
	};
}

function optionsOf(
	{ host, port, implicitTls }: MailServer,
	{ mailTls, baseUrl }: Pick<Config, "mailTls" | "baseUrl">,
	answer: number,
): Options {
	return {
		host,
		port,
		// What the server is greeted with: not the name of this machine.
		name: new URL(baseUrl).hostname,
		// With the look-up of the name, and TLS.
		connectionTimeout: answer,
		socketTimeout: answer,
		socketCloseTimeout: 1_000,
		maxResponseSize: 65_536,
		...(mailTls === "required"
			? { secure: implicitTls, requireTLS: true, tls: { minVersion: "TLSv1.2" } }
			: { secure: false, ignoreTLS: true }),
	};
}
