/** Clients that hang up: what they have asked for still counts, is recorded, and breaks nothing. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { holdThreads } from "../support/hold-threads.ts";
import { beforeNext, eventually } from "../support/interleave.ts";
import { cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { rawRequest } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

/** One POST as bytes. */
function post(path: string, visitor: Visitor, body: object, headers: Record<string, string> = {}): string {
	const written = JSON.stringify(body);
	const all: Record<string, string> = {
		host: "localhost",
		"content-type": "application/json",
		"content-length": String(Buffer.byteLength(written)),
		csrf: visitor.csrf ?? "",
		...cookieOf(visitor),
		...headers,
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${written}`;
}

/** As a page sends it while the user leaves it: no body, and the answer is not awaited. */
function logOut(browser: Visitor): string {
	const { cookie } = cookieOf(browser);
	const head = ["POST /api/auth/logout HTTP/1.1", "Host: localhost", `csrf: ${browser.csrf}`];
	return rawRequest([...head, `Cookie: ${cookie}`, "Content-Length: 0"]);
}

async function open({ port }: TestService): Promise<Socket> {
	const socket = connect(port, "127.0.0.1");
	socket.on("error", () => {});
	await once(socket, "connect");
	return socket;
}

async function hangUp(socket: Socket): Promise<void> {
	const closed = once(socket, "close");
	socket.resume().destroy();
	await closed;
}

const troubles = ({ logged }: TestService) => logged.filter((line) => "err" in line);

describe("hanging up while the password is being verified", () => {
	let service: TestService;
	let visitor: Visitor;
	before(async () => {
		service = await startTestService({ settings: { ...cheap, SALLYPORT_ACCOUNT_FAILURES: "3" } });
		await service.addUser("ada");
		visitor = service.visitor();
		await visitor.get("/api/auth/csrf");
	});
	after(() => service.stop());

	const events = async (event: "authn_login_fail" | "authn_login_success") => {
		const { database } = service.running.deployment.opened;
		return database
			.selectFrom("audit_events")
			.select(["client_address", "detail"])
			.where("event", "=", event)
			.execute();
	};

	/** Sends a login and hangs up; its hash ends only after the service has learned of that. */
	async function guessAndRun(password: string): Promise<void> {
		const socket = await open(service);
		const ended = Promise.withResolvers<void>();
		beforeNext(service.running.hasher, "verify", async (_hash, _password, signal: AbortSignal) => {
			const letGo = holdThreads();
			const learned = Promise.all([once(signal, "abort"), hangUp(socket)]);
			void learned.then(letGo).then(ended.resolve, ended.reject);
		});
		socket.write(post("/api/auth/login", visitor, { username: "ada", password }));
		await ended.promise;
	}

	// Proves: attempts, audit-log
	it("does not take the guess back: it is counted, and recorded with its address", async () => {
		for (let guess = 1; guess <= 3; guess++) {
			await guessAndRun("not the password");
			await eventually(async () => (await events("authn_login_fail")).length === guess);
		}
		for (const { client_address: address, detail } of await events("authn_login_fail")) {
			assert.equal(address, "127.0.0.1");
			assert.equal((JSON.parse(detail) as { reason: string }).reason, "wrong_password");
		}
		assertProblem(await service.visitor().logIn("ada", ADMIN_PASSWORD), "rate_limited");
		assert.deepEqual(troubles(service), []);
	});

	// Proves: attempts
	it("does not lose the login either, so that the count tells nothing that the answer would not have told", async () => {
		service.travel(30_000);
		await guessAndRun(ADMIN_PASSWORD);
		await eventually(async () => (await events("authn_login_success")).length === 1);
	});
});

onSqlite("hanging up at once", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());

	// Proves: session-end
	it("after asking to log out leaves no session behind", async () => {
		const browsers: Visitor[] = [];
		for (let login = 1; login <= 15; login++) browsers.push(await service.loggedIn("ada"));
		for (const browser of browsers) {
			const socket = await open(service);
			const closed = once(socket, "close");
			socket.resume().end(logOut(browser));
			await closed;
		}
		for (const browser of browsers) {
			const cookie = cookieOf(browser);
			await eventually(async () => (await service.visitor().get("/api/auth/session", cookie)).status === 401);
		}
		const { database: queries } = service.running.deployment.opened;
		const recorded = queries.selectFrom("audit_events").select("client_address");
		const addresses = (await recorded.where("event", "=", "session_logout").execute()).map(
			(row) => row.client_address,
		);
		assert.deepEqual(addresses, Array(15).fill("127.0.0.1"));
		assert.deepEqual(troubles(service), []);
	});

	it("at any byte of any request does not disturb the service", async () => {
		const browser = await service.loggedIn("ada");
		const requests = [
			post("/api/auth/login", browser, { username: "ada", password: ADMIN_PASSWORD, session: true }),
			post("/api/auth/login", browser, { username: "ada", password: ADMIN_PASSWORD }),
			post("/api/auth/setup", browser, { token: "x".repeat(43), password: ADMIN_PASSWORD }),
			post("/api/auth/renew", browser, {}),
			`GET /account HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookieOf(browser).cookie}\r\n\r\n`,
		];
		for (const request of requests) {
			for (let part = 1; part <= 8; part++) {
				const socket = await open(service);
				const bytes = request.slice(0, Math.ceil((request.length * part) / 8));
				if (part % 2 === 0) socket.write(bytes, () => socket.resetAndDestroy());
				else socket.resume().end(bytes);
				await once(socket, "close");
			}
		}
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
		assert.deepEqual(troubles(service), []);
	});
});
