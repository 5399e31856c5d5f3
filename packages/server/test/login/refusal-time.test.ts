// At length: it attacks with many requests at once.
/** The minimum response time of a wrong password follows the most expensive imported hash that is stored. */
// Proves: response-time-of-imported-hashes
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { hashSync } from "@node-rs/bcrypt";
import { createPasswordHasher } from "../../src/identity/password/hash.ts";
import { findImportedCosts } from "../../src/identity/password/imported-cost-store.ts";
import { createRefusalTime } from "../../src/identity/password/refusal-time.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { beforeNext } from "../support/interleave.ts";
import { KNOWN_PASSWORD, knownHashes } from "../support/known-hashes.ts";
import { scrape } from "../support/scrape.ts";
import { startTestService, type TestService } from "../support/service.ts";

const SALLYPORT_SECRET = "a secret of this test, long enough to be one";

/** Two with scrypt would take sixty milliseconds each time. */
const quickHashes = Object.entries(knownHashes).flatMap(([system, hash]) =>
	/^(passlib|Werkzeug) scrypt$/.test(system) ? [] : [hash],
);

onSqlite("the minimum response time of two instances", (database) => {
	let service: TestService;
	let other: TestService;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		// The setting of the test service is 0, so that anything above it comes from imported hashes.
		service = await startTestService({ databaseUrl, settings: cheap });
		const settings = { ...cheap, SALLYPORT_BASE_URL: service.baseUrl };
		other = await startTestService({ databaseUrl, settings });
		run = createHostedRunner({
			...settings,
			SALLYPORT_SECRET,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_REFUSAL_FLOOR: "0s",
		});
	});
	after(async () => {
		await other.stop();
		await service.stop();
	});

	const importUser = (username: string, passwordHash: unknown, options = "") =>
		run(`user import - ${options}`, { input: `${JSON.stringify({ username, passwordHash })}\n` });
	/** Seconds, after the next maintenance. */
	const timesNow = () =>
		Promise.all(
			[service, other].map(async (each) => {
				await each.running.maintenance.run();
				return (await scrape(each)).value("sallyport_refusal_floor_seconds");
			}),
		);
	const costs = () => findImportedCosts(service.running.deployment.opened.database);

	it("is the setting while no user was imported", async () => {
		await importUser("invited", undefined);
		assert.deepEqual(await costs(), []);
		assert.deepEqual(await timesNow(), [0, 0]);
	});

	it("rises on both with a hash that is imported, whichever its system, and a dry run does not raise it", async () => {
		const hash = hashSync(KNOWN_PASSWORD, 8);
		const dry = await importUser("bert", hash, "--dry-run");
		assert.deepEqual(await timesNow(), [0, 0]);
		const real = await importUser("bert", hash);
		const said = /^Checks of these take up to [\d.]+ ms here\. .* answered after at least \d+ ms/m;
		for (const { out } of [dry, real]) assert.match(out, said);
		assert.deepEqual(await costs(), ["imported$bcrypt$logRounds=8$"]);
		assert.ok((await timesNow()).every((seconds) => seconds > 0));
	});

	it("does not follow guesses, and comes in steps", async () => {
		const before = await timesNow();
		for (const { visitor } of [service, other])
			for (let guess = 1; guess <= 3; guess++)
				assert.equal((await visitor().logIn("bert", "not the password")).status, 401);
		const seconds = await Promise.all(
			[service, other].map(async (each) => (await scrape(each)).value("sallyport_refusal_floor_seconds")),
		);
		assert.deepEqual(seconds, before);
		for (const each of seconds) assert.equal(each % 0.25, 0);
	});

	it("is doubled or tripled for a check that takes longer, while an imported hash is stored", async () => {
		const { hasher, deployment } = service.running;
		const time = createRefusalTime({ queries: deployment.opened.database, hasher, setting: 300 });
		assert.equal(time.answerAfter(301), 300);
		await time.refresh();
		const least = time.milliseconds();
		assert.deepEqual([0, least, least + 1, 3 * least].map(time.answerAfter), [
			least,
			least,
			2 * least,
			3 * least,
		]);
	});

	it("is measured again after five minutes, however often the stored hashes are looked up before", async () => {
		const { hasher, deployment } = service.running;
		let [now, checks] = [0, 0];
		const verify: typeof hasher.verify = (...given) => {
			checks += 1;
			return hasher.verify(...given);
		};
		const queries = deployment.opened.database;
		const time = createRefusalTime({ queries, hasher: { verify }, setting: 300, clock: () => now });
		const after: number[] = [];
		for (let round = 0; round <= 10; round++, now += 30_000) {
			await time.refresh();
			after.push(checks);
		}
		assert.deepEqual(after, [...Array.from({ length: 10 }, () => 2), 4]);
	});

	it("looks at each cost once, however many users have it", async () => {
		const users = quickHashes.flatMap((passwordHash, at) =>
			["one", "two"].map((name) => ({ username: `${name}${at}`, passwordHash })),
		);
		const input = users.map((user) => `${JSON.stringify(user)}\n`).join("");
		assert.equal((await run("user import -", { input })).code, 0);
		const stored = await service.running.deployment.opened.database
			.selectFrom("users")
			.select("password_hash")
			.where("password_hash", "like", "imported$%")
			.execute();
		const expected = new Set(
			stored.map(({ password_hash: hash }) => `${hash?.split("$").slice(0, 3).join("$")}$`),
		);
		assert.deepEqual(new Set(await costs()), expected);
		assert.equal((await costs()).length, expected.size);
	});

	it("is the longest while hashing has no time to measure, which ends no start", async () => {
		const parameters = { memory: 64, passes: 1, parallelism: 1 };
		const hasher = createPasswordHasher({ threads: 1, parameters, queueLimit: 1, deadline: 1000 });
		// From now on it refuses everything as overloaded.
		await hasher.close();
		const queries = service.running.deployment.opened.database;
		const late = createRefusalTime({ queries, hasher, setting: 300 });
		await late.refresh();
		assert.equal(late.milliseconds(), 5000);
	});

	it("is there from the first request of an instance that starts later", async () => {
		const settings = { ...cheap, SALLYPORT_BASE_URL: service.baseUrl };
		const third = await startTestService({ databaseUrl: await database.url(), settings });
		assert.ok((await scrape(third)).value("sallyport_refusal_floor_seconds") > 0);
		await third.stop();
	});

	it("is the setting again when the last of them has logged in", async () => {
		const users = await service.running.deployment.opened.database
			.selectFrom("users")
			.select("username")
			.where("password_hash", "like", "imported$%")
			.execute();
		for (const { username } of users)
			assert.equal((await service.visitor().logIn(username, KNOWN_PASSWORD)).status, 200, username);
		assert.deepEqual(await costs(), []);
		assert.deepEqual(await timesNow(), [0, 0]);
	});

	it("is the longest where more than sixteen costs are stored, also when another step of the maintenance fails", async () => {
		const hash = String(knownHashes["passlib pbkdf2_sha256"]);
		const users = Array.from({ length: 17 }, (_, at) => {
			return { username: `cost${at}`, passwordHash: hash.replace("$1200$", `$${1200 + at}$`) };
		});
		const input = users.map((user) => `${JSON.stringify(user)}\n`).join("");
		assert.equal((await run("user import -", { input })).code, 0);
		const fail = () => Promise.reject(new Error("a step that fails"));
		const { deployment, maintenance } = service.running;
		const [task] = deployment.maintenance.filter(({ run }) => run !== undefined);
		assert.ok(task?.run);
		beforeNext(task as { run: () => Promise<unknown> }, "run", fail);
		await assert.rejects(maintenance.run(), /a step that fails/);
		assert.equal((await scrape(service)).value("sallyport_refusal_floor_seconds"), 5);
	});
});
