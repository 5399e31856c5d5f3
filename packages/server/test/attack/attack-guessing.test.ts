// At length: it attacks with many requests at once.
/** Ways around the limits of guessing that a patient attacker finds; each test names the hole. */
// Proves: guesses-of-strangers
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase, onSqlite } from "../support/databases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const second = 1000;
const minute = 60 * second;

onSqlite("guessing with patience", (database) => {
	let service: TestService;
	let users = 0;
	before(async () => {
		const settings = {
			...cheap,
			SALLYPORT_ADDRESS_FAILURES: "100000",
			SALLYPORT_CONSECUTIVE_FAILURES: "40",
			SALLYPORT_CONSECUTIVE_ACTION: "close",
		};
		service = await startTestService({ databaseUrl: await database.url(), settings });
	});
	after(() => service.stop());

	async function newUser(): Promise<string> {
		users += 1;
		await service.addUser(`user${users}`);
		return `user${users}`;
	}
	const logIn = (username: string, password: string, headers = {}) =>
		service.visitor().post("/api/auth/login", { username, password }, headers);

	/** Guesses until it has to wait, at most `most` times; returns how many passwords were looked at. */
	async function guess(name: string, most: number): Promise<number> {
		for (let guesses = 0; guesses < most; guesses++) {
			if ((await logIn(name, "not the password")).status === 429) return guesses;
		}
		return most;
	}
	async function pass(time: number): Promise<void> {
		service.travel(time);
		await service.running.maintenance.run();
	}

	it("never gets ten new tries by sitting out the longest wait", async () => {
		const name = await newUser();
		assert.equal(await guess(name, 20), 10);
		for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
			await pass(seconds * second + second);
			assert.equal(await guess(name, 20), 1);
		}
	});

	// Proves: consecutive-failures
	it("never escapes the limit in a row by staying below the other one", async () => {
		const name = await newUser();
		let guesses = 0;
		for (let round = 1; round <= 10; round++) {
			guesses += await guess(name, 9);
			await pass(31 * minute);
		}
		assert.equal(guesses, 40);
	});

	it("gets no more tries from the logins of the user on a known client", async () => {
		const name = await newUser();
		const csrf = await service.copiedCsrf(await service.loggedIn(name));
		assert.equal(await guess(name, 20), 10);
		for (let round = 1; round <= 5; round++) {
			assert.equal((await logIn(name, ADMIN_PASSWORD, { csrf })).status, 200);
			assert.equal(await guess(name, 20), 0);
		}
		await pass(minute);
		assert.equal(await guess(name, 20), 1);
	});

	// Proves: persistent-guessing
	it("gets at most one try from a login of the user at the end of a long wait", async () => {
		const name = await newUser();
		assert.equal(await guess(name, 20), 10);
		for (const seconds of [30, 60, 120, 240, 480, 960, 1920]) {
			await pass(seconds * second);
			assert.equal(await guess(name, 20), 1);
		}
		await pass(3600 * second);
		assert.equal((await logIn(name, ADMIN_PASSWORD)).status, 200);
		assert.equal(await guess(name, 20), 1);
	});
});

it("guessing never deadlocks with the logins of the user from the same address (postgres)", async () => {
	const database = createTestDatabase("postgres");
	// Longer than a statement may take: a dead-lock then is a 503 instead of a delay.
	const databaseUrl = `${await database.url()}?options=-c%20deadlock_timeout%3D10s`;
	const service = await startTestService({ databaseUrl, settings: cheap });
	try {
		await service.addUser("ada");
		const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
		const logIn = (password: string, headers = {}) =>
			service.visitor().post("/api/auth/login", { username: "ada", password }, headers);
		for (let round = 1; round <= 5; round++) {
			const pairs = Array.from({ length: 8 }, () => [
				logIn(ADMIN_PASSWORD, { csrf }),
				logIn("not the password"),
			]);
			for (const { status, text } of await Promise.all(pairs.flat()))
				assert.ok([200, 401, 429].includes(status), text);
			service.travel(5 * minute);
		}
	} finally {
		await service.stop();
		await database.remove();
	}
});
