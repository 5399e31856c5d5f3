// At length: it attacks with many requests at once.
/** Clients that do not read what they asked for, and clients that take all connections. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { eventually, whileNext } from "../support/interleave.ts";
import { rawRequest, sendRaw, statuses } from "../support/raw.ts";
import { type Scrape, scrape } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";

const get = (path: string, ...more: string[]) =>
	rawRequest([`GET ${path} HTTP/1.1`, "Host: localhost", ...more]);
const refused = (reason: string, { value }: Scrape) =>
	value(`sallyport_connections_refused_total{reason="${reason}"}`);

/** A client that always asks for more than it has read, so that the kernels fill up and the service has to hold a response. */
async function openGreedy(port: number, path: string, route: string) {
	const socket = connect(port, "127.0.0.1").setEncoding("latin1").pause();
	socket.on("error", () => {});
	await once(socket, "connect");
	let asked = 0;
	return {
		socket,
		asked: () => asked,
		/** Asks for some more as soon as the service has begun to answer the last of what was asked for. */
		askMore({ value }: Scrape): void {
			if (!socket.writable || value(`sallyport_http_requests_total{route="${route}",status="2xx"}`) < asked)
				return;
			socket.write(get(path).repeat(15));
			asked += 15;
		},
	};
}

async function readAll(socket: Socket, begun = ""): Promise<string> {
	let received = begun;
	socket.on("data", (chunk: string) => {
		received += chunk;
	});
	socket.resume();
	// Not `once`, which would reject when the connection is reset.
	if (!socket.closed) await new Promise((resolve) => socket.on("close", resolve));
	return received;
}

// Proves: slow-clients
it("a client that reads nothing is cut off; one that reads slowly gets everything", {
	timeout: 60_000,
}, async () => {
	const service = await startTestService({ settings: { ...cheap, SALLYPORT_WRITE_TIMEOUT: "1s" } });
	const page = await service.visitor().get("/login");
	const [, script = ""] = /src="(\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
	const idle = await openGreedy(service.port, script, "/assets/*");
	const slow = await openGreedy(service.port, "/openapi.json", "/openapi.json");
	try {
		let read = "";
		await eventually(async () => {
			const seen = await scrape(service);
			idle.askMore(seen);
			slow.askMore(seen);
			read += slow.socket.read(16_384) ?? "";
			return refused("unread", seen) > 0;
		});
		slow.socket.write(get("/openapi.json", "Connection: close"));
		assert.deepEqual(statuses(await readAll(slow.socket, read)), Array(slow.asked() + 1).fill("200"));
		assert.ok(statuses(await readAll(idle.socket)).length < idle.asked());
		assert.equal(refused("unread", await scrape(service)), 1);
	} finally {
		idle.socket.destroy();
		slow.socket.destroy();
		await service.stop();
	}
});

// Proves: slow-clients
it("an idle connection is closed, whatever the service waits for", {
	timeout: 30_000,
}, async () => {
	const times = ["HEADER_TIMEOUT", "REQUEST_TIMEOUT", "WRITE_TIMEOUT", "HASH_DEADLINE", "STOP_TIMEOUT"];
	const settings = Object.fromEntries(times.map((name) => [`SALLYPORT_${name}`, "1s"]));
	const service = await startTestService({ settings: { ...cheap, ...settings } });
	try {
		await service.addUser("ada");
		const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
		whileNext(service.running.hasher, "verify", () => new Promise(() => {}));
		const body = JSON.stringify({ username: "ada", password: ADMIN_PASSWORD });
		const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
		const login = rawRequest([...head, `csrf: ${csrf}`, `Content-Length: ${body.length}`], body);
		assert.equal((await sendRaw(service.port, login)).status, 0);
	} finally {
		await service.stop();
	}
});

// Proves: connection-limit
it("beyond the limit connections are closed where none is idle, with one line in the log, until others end", async () => {
	const service = await startTestService({ settings: { ...cheap, SALLYPORT_CONNECTIONS: "3" } });
	await service.addUser("ada");
	const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
	const held: Socket[] = [];
	const status = async () => (await sendRaw(service.port, get("/healthz"))).status;
	const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
	try {
		for (let connection = 1; connection <= 3; connection++) {
			const socket = connect(service.port, "127.0.0.1").on("error", () => {});
			held.push(socket);
			// Its body does not come.
			socket.write(rawRequest([...head, `csrf: ${csrf}`, "Expect: 100-continue", "Content-Length: 50"]));
			assert.match(String(await once(socket, "data")), /^HTTP\/1\.1 100 /);
		}
		// Answered all the same, on a listener of its own.
		const before = refused("limit", await scrape(service));
		assert.deepEqual([await status(), await status()], [0, 0]);
		assert.equal(refused("limit", await scrape(service)) - before, 2);
		const lines = service.logged.filter((line) => "connections" in line);
		assert.deepEqual(lines, [{ connections: 3 }]);
		held[0]?.destroy();
		await eventually(async () => (await status()) === 200);
	} finally {
		for (const socket of held) socket.destroy();
		await service.stop();
	}
});
