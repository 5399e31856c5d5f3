// At length: it kills, cuts off or fills what the service needs.
/** Another SQLite file takes the place of the one that a service has open: commands see the new one, and so must it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { operatorOf } from "../support/scrape.ts";
import { startServe } from "../support/serve-process.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const SALLYPORT_SECRET = "a secret of this test, long enough to be one";
const limit = { timeout: 60_000 };

let folder: string;
before(() => {
	folder = mkdtempSync(join(tmpdir(), "sallyport-replaced-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (file: string) =>
	createHostedRunner({ ...cheap, SALLYPORT_SECRET, SALLYPORT_DATABASE_URL: `sqlite:${file}` });

/** A service in this process, and everything that one may do to its file. */
async function scene(name: string, settings = {}) {
	const file = join(folder, name);
	const service = await startTestService({
		databaseUrl: `sqlite:${file}`,
		settings: { ...cheap, ...settings },
	});
	await service.addUser("ada");
	const person = await service.loggedIn("ada");
	const bearer = bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD));
	return { file, service, credentials: [cookieOf(person), bearer] };
}

async function assertNothingIsAccepted(service: TestService, credentials: Array<Record<string, string>>) {
	for (const credential of credentials) {
		for (const path of ["/api/auth/session", "/api/auth/check"])
			assertProblem(await service.visitor().get(path, credential), "store_unavailable");
	}
	assert.equal((await operatorOf(service).get("/readyz")).status, 503);
}

// At the same time, for a service looks at its file every two seconds.
describe("a database file that is replaced under a running service", { concurrency: true }, () => {
	it(
		"ends the process with one sentence, and the next start obeys what commands have written since",
		limit,
		async () => {
			const file = join(folder, "served.db");
			const sallyport = run(file);
			const databaseUrl = `sqlite:${file}`;
			const serve = await startServe({ databaseUrl, settings: { SALLYPORT_SECRET } });
			let cookie = "";
			try {
				assert.equal((await sallyport("user add ada --password-stdin", { input: ADMIN_PASSWORD })).code, 0);
				const person = createVisitor(serve.baseUrl);
				assert.equal((await person.logIn("ada", ADMIN_PASSWORD, { session: true })).status, 200);
				({ cookie } = cookieOf(person));
				assert.equal((await person.get("/api/auth/session")).status, 200);
				assert.equal((await sallyport(`backup ${file}.backup`)).code, 0);
				// As a restore by hand does it: the log belongs to the old file.
				for (const beside of ["-wal", "-shm"]) rmSync(`${file}${beside}`);
				renameSync(`${file}.backup`, file);
				assert.equal((await sallyport("user disable ada")).code, 0);
				assert.equal(await serve.ended, 1);
				const sentence = `sallyport: The database file ${file} was replaced or removed while the service ran.`;
				const lines = serve
					.printed()
					.split("\n")
					.filter((line) => line.includes("was replaced"));
				assert.deepEqual(
					lines.map((line) => line.slice(0, sentence.length)),
					[sentence],
				);
				assert.match(serve.printed(), /^\{"level":"error",.*"code":"database_replaced"/m);
			} finally {
				await serve.kill();
			}
			const next = await startTestService({ databaseUrl, settings: { ...cheap, SALLYPORT_SECRET } });
			assertProblem(await next.visitor().get("/api/auth/session", { cookie }), "session_ended");
			await next.stop();
		},
	);

	for (const [what, act] of [
		["replaced", (file: string) => renameSync(`${file}.other`, file)],
		["moved away", (file: string) => renameSync(file, `${file}.aside`)],
		["removed", (file: string) => rmSync(file)],
	] as const) {
		it(
			`is not believed any more once it was ${what}: 503 for every credential, and for readiness`,
			limit,
			async () => {
				const { file, service, credentials } = await scene(`${what}.db`);
				copyFileSync(file, `${file}.other`);
				act(file);
				const { code } = await service.running.replaced;
				assert.equal(code, "database_replaced");
				await assertNothingIsAccepted(service, credentials);
				await service.stop();
			},
		);
	}

	it("does not wait for a half-sent request", { timeout: 30_000 }, async () => {
		const { file, service } = await scene("half.db", {
			SALLYPORT_HEADER_TIMEOUT: "5m",
			SALLYPORT_REQUEST_TIMEOUT: "5m",
			SALLYPORT_STOP_TIMEOUT: "5m",
		});
		const socket = connect(service.port, "127.0.0.1");
		socket.write("GET /api/auth/session HTTP/1.1\r\nhost: localh");
		await once(socket, "connect");
		const closed = once(socket.resume(), "close");
		rmSync(file);
		await service.running.replaced;
		// Longer than this test may take: only a stop that closes the connection ends in time.
		await service.stop();
		await closed;
	});

	it("is not mistaken for a first start at the next start, which says what to do", limit, async () => {
		const file = join(folder, "gone.db");
		const databaseUrl = `sqlite:${file}`;
		const sallyport = createHostedRunner({ ...cheap, SALLYPORT_DATABASE_URL: databaseUrl });
		assert.equal((await sallyport("user add ada")).code, 0);
		renameSync(file, `${file}.aside`);
		const sentence = `sallyport: The database ${file} is gone, but its secret is still there. Restore a backup, or remove ${file}.secret to start a new deployment.\n`;
		for (const words of ["migrate", "user add ada", "serve"]) {
			const { code, out, err } = await sallyport(words);
			assert.deepEqual([code, out, err], [1, "", sentence]);
		}
		assert.equal(existsSync(file), false);
		renameSync(`${file}.aside`, file);
		assert.equal((await sallyport("user list")).code, 0);
		rmSync(file);
		rmSync(`${file}.secret`);
		const restarted = await startTestService({ databaseUrl, settings: { ...cheap, SALLYPORT_SECRET: "" } });
		assert.notEqual(restarted.running.setupLink, null);
		await restarted.stop();
	});

	it("leaves no log behind that would spoil the file that has come", limit, async () => {
		const { file, service } = await scene("log.db");
		assert.equal((await run(file)(`backup ${file}.other`)).code, 0);
		for (let more = 0; more < 50; more += 1) await service.addUser(`user-${more}`);
		assert.ok(existsSync(`${file}-wal`));
		renameSync(`${file}.other`, file);
		await service.running.replaced;
		await service.stop();
		const opened = new DatabaseSync(file);
		try {
			assert.deepEqual({ ...opened.prepare("pragma integrity_check").get() }, { integrity_check: "ok" });
			assert.deepEqual({ ...opened.prepare("select count(*) as users from users").get() }, { users: 2 });
		} finally {
			opened.close();
		}
	});
});

it("what changes in a file leaves it the same file: backups, checkpoints, VACUUM, an empty log, a database in memory", async () => {
	const { file, service, credentials } = await scene("same.db");
	const isInPlace = () => service.running.deployment.opened.isInPlace();
	assert.equal((await run(file)(`backup ${file}.backup`)).code, 0);
	const other = new DatabaseSync(file);
	other.exec("pragma busy_timeout = 5000; vacuum; pragma wal_checkpoint(truncate)");
	other.close();
	assert.equal((await run(`${file}.restored`)(`restore ${file}.backup`)).code, 0);
	assert.equal((await run(file)("user list")).code, 0);
	assert.equal(isInPlace(), true);
	for (const credential of credentials)
		assert.equal((await service.visitor().get("/api/auth/check", credential)).status, 204);
	await service.stop();
	const inMemory = await startTestService({ databaseUrl: "sqlite::memory:", settings: cheap });
	assert.equal(inMemory.running.deployment.opened.isInPlace(), true);
	await inMemory.stop();
});
