import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, afterEach, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { tokenOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { eventually } from "../support/interleave.ts";
import { rawRequest } from "../support/raw.ts";
import { isOpen, type ServeOptions, type ServeProcess, startServe } from "../support/serve-process.ts";
import { startTestService } from "../support/service.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

const password = "correct horse battery staple";
const newPassword = "five words nobody else has";
const SALLYPORT_SECRET = "a secret of this test, long enough to be one";

let folder: string;
before(() => {
	folder = mkdtempSync(join(tmpdir(), "sallyport-start-stop-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const running = new Set<ServeProcess>();
async function start(options: ServeOptions): Promise<ServeProcess> {
	const service = await startServe(options);
	running.add(service);
	return service;
}
async function stopAll(): Promise<void> {
	for (const service of running) await service.kill();
	running.clear();
}

let made = 0;
const newDatabase = () => `sqlite:${join(folder, `${made++}`, "x.db")}`;

/** A database with a user, made in this process: a start of another, and to judge a password, take longer. */
async function readyDatabase(): Promise<string> {
	const databaseUrl = newDatabase();
	const service = await startTestService({ databaseUrl, settings: { ...cheap, SALLYPORT_SECRET: "" } });
	await service.addUser("ada", password);
	await service.stop();
	return databaseUrl;
}

async function logIn({ baseUrl }: ServeProcess): Promise<Visitor> {
	const visitor = createVisitor(baseUrl);
	const answer = await visitor.logIn("ada", password, { session: true });
	assert.equal(answer.status, 200, answer.text);
	return visitor;
}

/** Sends the head of a request and returns once the service waits for the body. */
async function openRequest({ port }: ServeProcess, path: string, visitor: Visitor, body: object) {
	const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
	const written = JSON.stringify(body);
	const socket = connect(port, "127.0.0.1");
	const head = [
		`POST ${path} HTTP/1.1`,
		"Host: localhost",
		"Content-Type: application/json",
		`csrf: ${visitor.csrf}`,
	];
	socket.write(
		rawRequest([...head, `Cookie: ${cookie}`, "Expect: 100-continue", `Content-Length: ${written.length}`]),
	);
	const [interim] = await once(socket, "data");
	assert.match(String(interim), /^HTTP\/1\.1 100 /);
	return async () => {
		socket.write(written);
		return text(socket);
	};
}

describe("sallyport serve", () => {
	afterEach(stopAll);

	it("on SIGTERM answers what is under way, and ends with code 0", async () => {
		const settings = { SALLYPORT_STOP_TIMEOUT: "5m" };
		const service = await start({ databaseUrl: await readyDatabase(), settings });
		const requests: Array<[path: string, body: object]> = [
			["/api/auth/login", { username: "ada", password }],
			["/api/auth/reauthenticate", { password }],
			["/api/auth/password", { currentPassword: password, newPassword }],
		];
		const finishes: Array<() => Promise<string>> = [];
		for (const [path, body] of requests)
			finishes.push(await openRequest(service, path, await logIn(service), body));
		service.child.kill("SIGTERM");
		await eventually(async () => !(await isOpen(service.port)));
		for (const [at, finish] of finishes.entries())
			assert.match(await finish(), /^HTTP\/1\.1 200 /, requests[at]?.[0]);
		assert.equal(await service.ended, 0);
		assert.equal(await isOpen(service.operationsPort), false);
	});

	it("ends at once when Ctrl-C is pressed repeatedly", async () => {
		const settings = { SALLYPORT_STOP_TIMEOUT: "5m" };
		const service = await start({ databaseUrl: await readyDatabase(), settings });
		await openRequest(service, "/api/auth/login", await logIn(service), { username: "ada", password });
		await eventually(async () => {
			service.child.kill("SIGINT");
			return service.child.exitCode !== null || service.child.signalCode !== null;
		});
		assert.equal(await service.ended, 1);
	});
});

describe("a start that is refused", () => {
	afterEach(stopAll);

	it("names every wrong setting at once, one line each", async () => {
		const { code, out, err } = await createHostedRunner({
			SALLYPORT_DATABASE_URL: newDatabase(),
			SALLYPORT_BASE_URL: "localhost:8400",
			SALLYPORT_SESSION_IDLE: "soon",
			SALLYPORT_HASH_MEMORY: "lots",
			SALLYPORT_SESION_ABSOLUTE: "1h",
		})("serve");
		const lines = err.trimEnd().split("\n");
		assert.deepEqual([code, out, lines.length], [1, "", 4], err);
		for (const name of ["BASE_URL", "SESSION_IDLE", "HASH_MEMORY", "SESION_ABSOLUTE"])
			assert.ok(
				lines.some((line) => line.includes(`SALLYPORT_${name}: `)),
				`${name} in ${err}`,
			);
	});

	it("under another secret says so in one line and leaves everything as it was", async () => {
		const databaseUrl = newDatabase();
		const startHere = async () => {
			const service = await startTestService({ databaseUrl, settings: { ...cheap, SALLYPORT_SECRET: "" } });
			await service.stop();
			return tokenOf(service.running.setupLink);
		};
		const link = await startHere();
		const secret = `${databaseUrl.slice("sqlite:".length)}.secret`;
		// Where it lies it would be found, and it fits.
		renameSync(secret, `${secret}.away`);
		const settings = { ...cheap, SALLYPORT_DATABASE_URL: databaseUrl };
		const { code, err } = await createHostedRunner({ ...settings, SALLYPORT_SECRET })("serve");
		renameSync(`${secret}.away`, secret);
		assert.equal(code, 1);
		assert.match(err, /^sallyport: [^\n]*secret[^\n]*\n$/i);
		assert.equal(await startHere(), link);
	});

	it("on PostgreSQL without a secret, before anything is asked of the database", async () => {
		const { code, err } = await createHostedRunner({
			SALLYPORT_DATABASE_URL: "postgres://user@127.0.0.1:1/x",
		})("serve");
		assert.equal(code, 1);
		assert.match(err, /^sallyport: SALLYPORT_SECRET: [^\n]*\n$/);
	});
});

describe("npm start", () => {
	afterEach(stopAll);

	const root = fileURLToPath(new URL("../../../..", import.meta.url));
	const startNpm = () =>
		start({ databaseUrl: newDatabase(), command: ["npm", "start"], cwd: root, detached: true });

	async function assertGone(service: ServeProcess): Promise<void> {
		await service.ended;
		assert.equal(await isOpen(service.port), false);
		assert.equal(await isOpen(service.operationsPort), false);
		// A database that was closed has no log beside it.
		assert.deepEqual(readdirSync(dirname(service.databaseFile)).sort(), ["x.db", "x.db.secret"]);
	}

	it("stops cleanly when the whole group is interrupted, as by Ctrl-C", async () => {
		const service = await startNpm();
		assert.equal((await createVisitor(service.baseUrl).get("/healthz")).status, 200);
		process.kill(-(service.child.pid ?? 0), "SIGINT");
		await assertGone(service);
	});

	it("stops cleanly when only npm gets the signal", async () => {
		const service = await startNpm();
		assert.equal((await createVisitor(service.baseUrl).get("/healthz")).status, 200);
		service.child.kill("SIGTERM");
		await assertGone(service);
	});
});
