/** A mail server, or an impostor on the way to it, that breaks the protocol on purpose. */
// Proves: mail-transport
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import { loadConfig } from "../../src/platform/config/config.ts";
import { createSmtp, MailRefused } from "../../src/platform/mail/smtp.ts";
import { trusted } from "../support/trusted-certificate.ts";

const mail = {
	id: "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47",
	to: "ada@example.com",
	subject: "Hello",
	text: "Hello\n",
	html: "<p>Hello</p>",
	language: "en",
	date: 0,
};
const plain = { SALLYPORT_MAIL_TLS: "loopback-off" };

/** What it says to a line of the client: text, or an act. */
type Says = (line: string, socket: Socket) => string | (() => void);

function converse(socket: Socket, says: Says): void {
	let rest = "";
	let isMail = false;
	socket.on("error", () => {});
	socket.on("data", (chunk) => {
		const lines = `${rest}${chunk}`.split("\r\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			if (isMail && line !== ".") continue;
			isMail = line === "DATA";
			const said = says(line, socket);
			if (typeof said === "string") socket.write(said);
			else said();
		}
	});
}

async function sendTo(context: TestContext, says: Says, settings: Record<string, string> = plain) {
	const server = createServer((socket) => {
		context.after(() => socket.destroy());
		converse(socket, says);
		socket.write("220 mail\r\n");
	}).listen(0, "127.0.0.1");
	context.after(() => server.close());
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const who = settings === plain ? "" : "name:password@";
	const url = `smtp://${who}localhost:${port}`;
	const config = loadConfig({
		SALLYPORT_MAIL_URL: url,
		SALLYPORT_MAIL_FROM: "login@service.example",
		...settings,
	});
	return createSmtp(config, { answer: 500, mail: 1_000 }).send(mail);
}
const agree = (line: string) => (line === "DATA" ? "354 go on\r\n" : "250 yes\r\n");

describe("a mail server that", () => {
	it("sends more behind its answer to STARTTLS is not believed: all is asked again in TLS", async (context) => {
		const heard: string[] = [];
		const inTls: Says = (line) => {
			heard.push(line);
			if (/^EHLO/.test(line)) return "250-mail\r\n250 AUTH PLAIN\r\n";
			return /^AUTH/.test(line) ? "235 yes\r\n" : agree(line);
		};
		const forged = "250-mail\r\n250 AUTH LOGIN\r\n235 yes\r\n250 yes\r\n250 yes\r\n354 go on\r\n250 yes\r\n";
		const sent = sendTo(
			context,
			(line, socket) => {
				if (line !== "STARTTLS") return "250-mail\r\n250 STARTTLS\r\n";
				return () => {
					socket.removeAllListeners("data");
					socket.write(`220 go on\r\n${forged}`);
					const secureContext = createSecureContext(trusted);
					converse(new TLSSocket(socket, { isServer: true, secureContext }), inTls);
				};
			},
			{},
		);
		assert.equal((await sent).status, "250");
		const commands = heard.map((line) => line.split(" ").slice(0, 2).join(" "));
		assert.deepEqual(commands.slice(0, 2), ["EHLO localhost", "AUTH PLAIN"]);
		assert.ok(commands.includes("."));
	});

	for (const stage of ["EHLO localhost", "."]) {
		it(`answers ${stage.split(" ")[0]} without an end is left, however it does so`, async (context) => {
			const answers: Record<string, (socket: Socket) => void> = {
				// A byte at a time.
				ETIMEDOUT: (socket) => {
					const drops = setInterval(() => socket.write("2"), 50);
					socket.on("close", () => clearInterval(drops));
				},
				// Megabytes.
				EPROTOCOL: (socket) => void socket.write("250-more\r\n".repeat(500_000)),
			};
			for (const [status, answer] of Object.entries(answers)) {
				const sent = sendTo(context, (line, socket) => (line === stage ? () => answer(socket) : agree(line)));
				const refusal = await sent.catch((error: unknown) => error);
				assert.ok(refusal instanceof MailRefused, String(refusal));
				const { permanent, unanswered } = refusal;
				assert.deepEqual([refusal.status, permanent, unanswered], [status, false, stage === "."]);
			}
		});
	}

	it("puts terminal escapes into its status is recorded with the code alone", async (context) => {
		const says: Says = (line) => (line === "." ? "2\u001b[31m0 yes\r\n" : agree(line));
		assert.equal((await sendTo(context, says)).status, "2");
	});
});
