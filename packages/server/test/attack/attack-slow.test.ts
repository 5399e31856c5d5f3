// At length: it attacks with many requests at once.
/** Clients that send a byte now and then (Slowloris, R-U-Dead-Yet) hold connections, and nothing that others need. */
// Proves: slow-clients
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { cookieOf } from "../support/own-session.ts";
import { rawRequest } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

interface SlowClient {
	socket: Socket;
	received(): string;
	/** One more byte of a head or of a body that never ends. */
	trickle(): void;
}

async function open(port: number, start: string): Promise<SlowClient> {
	const socket = connect(port, "127.0.0.1");
	socket.on("error", () => {});
	let received = "";
	socket.setEncoding("latin1").on("data", (chunk: string) => {
		received += chunk;
	});
	await once(socket, "connect");
	socket.write(start);
	return { socket, received: () => received, trickle: () => void (socket.writable && socket.write("x")) };
}

/** `head`: never finishes its head. `body`, `form`: never finishes a body, for which the service waits already. */
type Slowness = "head" | "body" | "form";

async function slowClients(service: TestService, count: number, slowness: Slowness): Promise<SlowClient[]> {
	const visitor = service.visitor();
	await visitor.get("/api/auth/csrf");
	const request = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
	const guards = [`csrf: ${visitor.csrf}`, `Cookie: ${cookieOf(visitor).cookie}`];
	const head = `${request.join("\r\n")}\r\nX-Slow: `;
	const endless = ["Content-Length: 10000", "Expect: 100-continue"];
	const ofApplication = ["POST /oidc/token HTTP/1.1", "Host: localhost"];
	const type = "Content-Type: application/x-www-form-urlencoded";
	const body =
		slowness === "form"
			? rawRequest([...ofApplication, type, ...endless])
			: rawRequest([...request, ...guards, ...endless]);
	return Promise.all(
		Array.from({ length: count }, async () => {
			if (slowness === "head") return open(service.port, head);
			const client = await open(service.port, body);
			const { socket } = client;
			if (client.received() === "") await Promise.race([once(socket, "data"), once(socket, "close")]);
			assert.equal(client.received(), "HTTP/1.1 100 Continue\r\n\r\n");
			return client;
		}),
	);
}

it("five hundred slow clients keep no user from logging in", async () => {
	const patient = { SALLYPORT_HEADER_TIMEOUT: "5m", SALLYPORT_REQUEST_TIMEOUT: "5m" };
	const service = await startTestService({ settings: { ...cheap, ...patient } });
	const clients: SlowClient[] = [];
	try {
		await service.addUser("ada");
		const ada = await service.loggedIn("ada");
		for (const slowness of ["head", "body"] as const)
			clients.push(...(await slowClients(service, 250, slowness)));
		for (let round = 1; round <= 3; round++) {
			for (const client of clients) client.trickle();
			assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
			assert.equal((await ada.get("/api/auth/session")).status, 200);
			assert.equal((await service.visitor().get("/login")).status, 200);
		}
		assert.equal(clients.filter(({ socket }) => socket.writable && !socket.readableEnded).length, 500);
	} finally {
		for (const { socket } of clients) socket.destroy();
		await service.stop();
	}
});

// Three seconds: a process that is busy for one reads nothing of a connection, and would cut off a client that is not slow.
for (const [slowness, limit] of [
	["head", { SALLYPORT_HEADER_TIMEOUT: "3s", SALLYPORT_REQUEST_TIMEOUT: "5m" }],
	["body", { SALLYPORT_HEADER_TIMEOUT: "3s", SALLYPORT_REQUEST_TIMEOUT: "3s" }],
	["form", { SALLYPORT_HEADER_TIMEOUT: "3s", SALLYPORT_REQUEST_TIMEOUT: "3s", SALLYPORT_OIDC: "on" }],
] as const) {
	it(`a slow ${slowness} is cut off in time, however steadily it comes`, { timeout: 60_000 }, async (t) => {
		const service = await startTestService({ settings: { ...cheap, ...limit } });
		// Loads single sign-on, where it is on, before a connection waits for it.
		await service.visitor().get("/oidc/jwks");
		const clients: SlowClient[] = [];
		const trickling = setInterval(() => {
			for (const client of clients) client.trickle();
		}, 100);
		try {
			clients.push(...(await slowClients(service, 20, slowness)));
			const { signal } = t;
			await Promise.all(clients.map(({ socket }) => socket.closed || once(socket, "close", { signal })));
			const answer = /^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/;
			for (const client of clients) assert.match(client.received(), answer);
		} finally {
			clearInterval(trickling);
			for (const { socket } of clients) socket.destroy();
			await service.stop();
		}
	});
}
