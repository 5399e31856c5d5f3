/** Mail servers as they are: with and without TLS, slow, refusing, cut off, and impostors. */
// Proves: mail-transport
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { loadConfig } from "../../src/platform/config/config.ts";
import { createSmtp, MailRefused, type Patience } from "../../src/platform/mail/smtp.ts";
import { eventually } from "../support/interleave.ts";
import {
	type Behaviour,
	type MailServer,
	type MailServerOptions,
	startMailServer,
} from "../support/mail-server.ts";
import { makeSelfSigned } from "../support/self-signed.ts";
import { trusted } from "../support/trusted-certificate.ts";

const foreign = makeSelfSigned();
const login: [string, string] = ["sally@port", "p:a ss/w@rd"];
/** An answer that never comes is not waited for longer. */
const patience = { answer: 20_000, mail: 60_000 };
/** For servers that do not answer. */
const impatience = { answer: 500, mail: 10_000 };
/** Whatever ends within a test has not ended by time. */
const forever = { answer: 600_000, mail: 600_000 };
const mail = {
	id: "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47",
	to: "ada@example.com",
	subject: "Grüße",
	text: "Hello\n.\nworld\n",
	html: "<p>Hello</p>",
	language: "en",
	date: Date.UTC(2026, 0, 31, 9, 15),
};

const servers: MailServer[] = [];
after(async () => {
	for (const server of servers) await server.stop();
});

async function serverWith(options?: MailServerOptions): Promise<MailServer> {
	const server = await startMailServer(options);
	servers.push(server);
	return server;
}
const smtpTo = (settings: Record<string, string>, waits: Patience = patience) =>
	createSmtp(loadConfig(settings), waits);
const at = (settings: Record<string, string>, change: (url: string) => string) => ({
	...settings,
	SALLYPORT_MAIL_URL: change(settings.SALLYPORT_MAIL_URL ?? ""),
});

async function refused(settings: Record<string, string>, waits?: Patience): Promise<MailRefused> {
	const error = await smtpTo(settings, waits)
		.send(mail)
		.then(
			() => assert.fail("It was sent."),
			(reason: unknown) => reason,
		);
	assert.ok(error instanceof MailRefused, String(error));
	return error;
}

describe("a mail", () => {
	it("goes out in TLS, after a login, to one address, with what stops machines from answering", async () => {
		const server = await serverWith({ login, ...trusted });
		const { status } = await smtpTo(server.settings).send(mail);
		assert.equal(status, "250");
		const { raw, parsed, from, to } = await server.next(mail.to);
		assert.deepEqual([from, to], ["login@service.example", ["ada@example.com"]]);
		assert.equal(parsed.from?.text, '"Example Login" <login@service.example>');
		assert.equal(parsed.subject, "Grüße");
		assert.equal(parsed.text, "Hello\n.\nworld\n");
		assert.equal(parsed.messageId, `<${mail.id}@service.example>`);
		assert.deepEqual(parsed.date, new Date(mail.date));
		assert.equal(parsed.headers.get("auto-submitted"), "auto-generated");
		assert.deepEqual(parsed.attachments, []);
		assert.doesNotMatch(raw, /^(x-mailer|user-agent|received):/im);
	});

	it("goes out in TLS from the first byte by smtps://", async () => {
		const server = await serverWith({ login, scheme: "smtps", secure: true, ...trusted });
		await smtpTo(server.settings).check();
		assert.deepEqual(server.received, []);
		await smtpTo(server.settings).send(mail);
		assert.equal(server.received.length, 1);
	});

	it("goes out without TLS to this machine only, and only where that is set", async () => {
		const server = await serverWith();
		await smtpTo(server.settings).send(mail);
		assert.equal(server.received.length, 1);
		const { status } = await refused({ ...server.settings, SALLYPORT_MAIL_TLS: "required" });
		assert.match(status, /STARTTLS|ETLS/);
		assert.equal(server.received.length, 1);
	});
});

describe("a mail server that gets neither mail nor password", () => {
	const told: string[] = [];
	const listens: MailServerOptions = {
		onAuth({ password }, _session, done) {
			told.push(password ?? "");
			done(new Error("caught"));
		},
	};
	const impostors: Record<string, [options: MailServerOptions, host: string]> = {
		"a server from whose greeting STARTTLS was stripped": [
			{ login, ...trusted, disabledCommands: ["STARTTLS"], allowInsecureAuth: true, ...listens },
			"localhost",
		],
		"a server whose certificate is not trusted": [{ login, ...foreign, ...listens }, "localhost"],
		"a server whose certificate names another host": [{ login, ...trusted, ...listens }, "127.0.0.1"],
	};
	for (const [who, [options, host]] of Object.entries(impostors)) {
		it(who, async () => {
			const server = await serverWith(options);
			const error = await refused(at(server.settings, (url) => url.replace("localhost", host)));
			assert.deepEqual([error.permanent, error.unanswered], [false, false], error.status);
			assert.deepEqual([server.received, told], [[], []]);
		});
	}

	it("a server that does not offer the login for which there is a password", async () => {
		const server = await serverWith({ ...trusted, disabledCommands: ["AUTH"] });
		const secure = { ...server.settings, SALLYPORT_MAIL_TLS: "required" };
		const error = await refused(at(secure, (url) => url.replace("//", "//name:password@")));
		assert.match(error.status, /^5\d\d AUTH/);
		assert.deepEqual(server.received, []);
	});
});

describe("the outcome at a mail server is recognized:", () => {
	let server: MailServer;
	before(async () => {
		server = await serverWith();
	});

	type Kind = Pick<MailRefused, "status" | "permanent" | "unanswered" | "unknownAddress">;
	const none = { permanent: false, unanswered: false, unknownAddress: false };
	const cases: Array<[Behaviour, Kind]> = [
		["550 RCPT TO", { ...none, status: "550 RCPT TO", permanent: true, unknownAddress: true }],
		["451 RCPT TO", { ...none, status: "451 RCPT TO" }],
		["550 MAIL FROM", { ...none, status: "550 MAIL FROM", permanent: true }],
		["552 DATA", { ...none, status: "552 DATA", permanent: true }],
		["452 DATA", { ...none, status: "452 DATA" }],
		["take, then cut", { ...none, status: "ECONNECTION", unanswered: true }],
		["never answer", { ...none, status: "ETIMEDOUT", unanswered: true }],
	];
	for (const [behaviour, expected] of cases) {
		it(`${behaviour}`, async () => {
			server.behave(behaviour);
			const { status, permanent, unanswered, unknownAddress } = await refused(
				server.settings,
				behaviour === "never answer" ? impatience : patience,
			);
			assert.deepEqual({ status, permanent, unanswered, unknownAddress }, expected);
		});
	}

	it("a wrong password is for the operator to repair, and loses no mail", async () => {
		const protectedServer = await serverWith({ login, ...trusted });
		const wrong = at(protectedServer.settings, (url) => url.replace(/:[^:@]+@/, ":wrong@"));
		const { status, permanent } = await refused(wrong);
		assert.deepEqual([status, permanent], ["535 AUTH PLAIN", false]);
		await assert.rejects(smtpTo(wrong).check(), MailRefused);
	});

	it("one that stops answering, one that never comes to an end, and one that is not there", async () => {
		const timers = async (waits: Patience, behave: (socket: Socket) => void) => {
			const strange = createServer(behave).listen(0, "127.0.0.1");
			await once(strange, "listening");
			const { port } = strange.address() as AddressInfo;
			const there = at(server.settings, () => `smtp://localhost:${port}`);
			const { status, unanswered, cause } = await refused(there, waits);
			strange.close();
			return [status, unanswered, (cause as { code: string }).code];
		};
		// Of the library, for an answer; of the service, for a whole mail.
		const [ofAnswer, ofMail] = ["ETIMEDOUT", "ABORT_ERR"].map((code) => ["ETIMEDOUT", false, code]);
		assert.deepEqual(await timers(impatience, () => {}), ofAnswer);
		assert.deepEqual(await timers(impatience, (socket) => void socket.write("220 hello\r\n")), ofAnswer);
		const drips = (line: string) => (socket: Socket) => {
			const dripping = setInterval(() => socket.write(`${line}\r\n`), 100);
			socket.on("close", () => clearInterval(dripping)).on("error", () => {});
		};
		assert.deepEqual(await timers(impatience, drips("220-and")), ofAnswer);
		assert.deepEqual(await timers({ ...forever, mail: 1_000 }, drips("220-and")), ofMail);
		const nowhere = at(server.settings, () => "smtp://localhost:1");
		const { status, unanswered } = await refused(nowhere);
		assert.deepEqual([status, unanswered], ["ECONNREFUSED", false]);
	});

	it("one that refuses is left at once", async () => {
		const patient = await serverWith({ socketTimeout: forever.answer });
		patient.behave("550 RCPT TO");
		await refused(patient.settings, forever);
		await eventually(async () => patient.connected() === 0);
	});

	it("no status repeats text of the server, which may hold an address", async () => {
		for (const behaviour of ["550 RCPT TO", "552 DATA"] as const) {
			server.behave(behaviour);
			assert.doesNotMatch((await refused(server.settings)).status, /taken|@/);
		}
	});
});
