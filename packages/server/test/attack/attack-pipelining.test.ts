// At length: it attacks with many requests at once.
/** Clients that send requests without waiting for responses get them one by one, up to a limit. */
// Proves: one-request-at-a-time
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { cookieOf, ownSession } from "../support/own-session.ts";
import { rawRequest, readToEnd, statuses } from "../support/raw.ts";
import { scrape } from "../support/scrape.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

/** Long enough to see what happens until then. */
const slow = { SALLYPORT_HASH_MEMORY: "32768", SALLYPORT_HASH_PASSES: "4", SALLYPORT_HASH_THREADS: "1" };

let service: TestService;
let csrf: string;
before(async () => {
	service = await startTestService({ settings: slow });
	await service.addUser("ada");
	csrf = await service.copiedCsrf(await service.loggedIn("ada"));
});
after(() => service.stop());

const get = (path: string, ...more: string[]) =>
	rawRequest([`GET ${path} HTTP/1.1`, "Host: localhost", ...more]);
function login(value: string, ...more: string[]): string {
	const body = JSON.stringify({ username: "ada", password: ADMIN_PASSWORD });
	const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
	return rawRequest([...head, `csrf: ${value}`, `Content-Length: ${body.length}`, ...more], body);
}
const refusals = async (reason: string) =>
	(await scrape(service)).value(`sallyport_connections_refused_total{reason="${reason}"}`);
const LAST = get("/healthz", "Connection: close");

it("seventeen requests sent at once are answered in their order", async () => {
	const kinds: Array<[request: string, status: string]> = [
		[get("/healthz"), "200"],
		[get("/api/auth/session"), "401"],
		[login("x"), "403"],
		[get("/nowhere"), "404"],
		[login(csrf, "Expect: 100-continue"), "100"],
	];
	const sent = Array.from({ length: 16 }, (_, index) => kinds[index % kinds.length] ?? ["", ""]);
	const received = await readToEnd(service.port, sent.map(([request]) => request).join("") + LAST);
	const expected = sent.flatMap(([, status]) => (status === "100" ? ["100", "200"] : [status]));
	assert.deepEqual(statuses(received), [...expected, "200"]);
});

it("no login that a connection sends ahead waits for a hashing thread", async () => {
	const received = readToEnd(service.port, `${login(csrf).repeat(5)}${LAST}`);
	let isAnswered = false;
	void received.then(() => {
		isAnswered = true;
	});
	let longest = 0;
	while (!isAnswered) {
		const { samples } = await scrape(service);
		const lanes = [...samples].filter(([series]) => series.startsWith("sallyport_hash_queue_length"));
		longest = Math.max(longest, ...lanes.map(([, length]) => length));
	}
	assert.deepEqual(statuses(await received), Array(6).fill("200"));
	assert.ok(longest <= 1, `${longest} waited`);
});

it("what a client sends while others of its requests wait is not read before they are done", async () => {
	const socket = connect(service.port, "127.0.0.1");
	let received = "";
	socket.on("data", (chunk: Buffer) => {
		received += chunk.toString("latin1");
	});
	socket.write(login(csrf) + get("/healthz").repeat(10));
	// Each answer of the service tells that it has read what came before.
	for (let round = 1; round <= 3; round++) await scrape(service);
	socket.write(get("/nowhere").repeat(10) + LAST);
	await once(socket, "close");
	assert.deepEqual(statuses(received), [...Array(11).fill("200"), ...Array(10).fill("404"), "200"]);
});

it("a client that sends more ahead is cut off at once without a response, and others are served", async () => {
	const before = await refusals("pipelining");
	for (const first of [get("/healthz"), login(csrf)]) {
		// A 400 would be taken for the response to the first request, which may have been carried out.
		assert.equal(await readToEnd(service.port, first + get("/healthz").repeat(39) + LAST), "");
	}
	assert.equal((await refusals("pipelining")) - before, 2);
	assert.equal((await service.visitor().get("/healthz")).status, 200);
});

it("requests that are refused at once count as ahead, too: others get their turn in between", async () => {
	assert.deepEqual(statuses(await readToEnd(service.port, login("x").repeat(40) + LAST)), ["403"]);
});

it("a client that sends unknown expectations ahead is cut off, too", async () => {
	const odd = get("/healthz", "Expect: 200-ok");
	assert.deepEqual(statuses(await readToEnd(service.port, login(csrf) + odd.repeat(40))), []);
});

it("a client that sends hundreds of requests ahead to the operations listener is cut off", async () => {
	const { port } = service.running.operationsAddress;
	const last = get("/readyz", "Connection: close");
	assert.deepEqual(statuses(await readToEnd(port, get("/readyz").repeat(400) + last)), []);
	assert.deepEqual(statuses(await readToEnd(port, get("/readyz").repeat(16) + last)), Array(17).fill("200"));
});

for (const version of ["1.0", "1.1"]) {
	it(`the last request of a connection closes it, and nothing behind is done (HTTP/${version})`, async () => {
		const few = await startTestService({ settings: { ...cheap, SALLYPORT_CONNECTION_REQUESTS: "3" } });
		try {
			await few.addUser("ada");
			const ada = await few.loggedIn("ada");
			const value = await few.copiedCsrf(ada);
			const request = rawRequest([
				`GET /healthz HTTP/${version}`,
				"Host: localhost",
				"Connection: keep-alive",
			]);
			const head = ["POST /api/auth/logout HTTP/1.1", "Host: localhost", "Content-Length: 0"];
			const logout = rawRequest([...head, `csrf: ${value}`, `Cookie: ${cookieOf(ada).cookie}`]);
			const received = await readToEnd(few.port, request.repeat(3) + logout);
			assert.deepEqual(statuses(received), ["200", "200", "200"]);
			assert.deepEqual(
				[...received.matchAll(/^connection: (\S+)/gim)].map(([, value]) => value),
				["keep-alive", "keep-alive", "close"],
			);
			await ownSession(ada);
			assert.deepEqual(statuses(await readToEnd(few.port, request + logout + LAST)), ["200", "200", "200"]);
		} finally {
			await few.stop();
		}
	});
}
