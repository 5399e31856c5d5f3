// Proves: guesses-of-strangers
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

const second = 1000;
const minute = 60 * second;
const wrong = "not the password";

onSqlite("guessing", (database) => {
	let service: TestService;
	let users = 0;
	const settings = { ...cheap, SALLYPORT_ADDRESS_FAILURES: "100000" };
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings });
	});
	after(() => service.stop());

	async function newUser(): Promise<string> {
		users += 1;
		await service.addUser(`user${users}`);
		return `user${users}`;
	}
	const logIn = (name: string, password: string, headers = {}) =>
		service.visitor().post("/api/auth/login", { username: name, password }, headers);
	async function fail(name: string, times: number, headers = {}): Promise<void> {
		for (let time = 1; time <= times; time++) {
			assertProblem(await logIn(name, wrong, headers), "invalid_credentials");
		}
	}
	const waitTold = (answer: Answer) => Number(answer.headers.get("retry-after"));

	// Proves: attempts
	it("stops after ten failures for half a minute, for the right password too, without hashing it", async () => {
		const name = await newUser();
		await fail(name, 10);
		const hashed = service.running.hasher.hashesDone();
		for (const password of [wrong, ADMIN_PASSWORD]) {
			const answer = await logIn(name, password);
			assertProblem(answer, "rate_limited");
			assert.ok(waitTold(answer) <= 30 && waitTold(answer) >= 25);
		}
		assert.equal(service.running.hasher.hashesDone(), hashed);
		service.travel(waitTold(await logIn(name, ADMIN_PASSWORD)) * second);
		assert.equal((await logIn(name, ADMIN_PASSWORD)).status, 200);
	});

	it("waits twice as long each time, up to an hour, and asking while it lasts changes nothing", async () => {
		const name = await newUser();
		await fail(name, 10);
		for (const seconds of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
			const answer = await logIn(name, wrong);
			assertProblem(answer, "rate_limited");
			assert.ok(waitTold(answer) <= seconds && waitTold(answer) >= seconds - 5, `${waitTold(answer)}`);
			service.travel((waitTold(answer) * second) / 2);
			await service.running.maintenance.run();
			assertProblem(await logIn(name, ADMIN_PASSWORD), "rate_limited");
			service.travel((waitTold(answer) * second) / 2);
			await fail(name, 1);
		}
	});

	it("that ends with the right password leaves no further wait for its user", async () => {
		const name = await newUser();
		await fail(name, 10);
		service.travel(30 * second);
		for (let time = 1; time <= 3; time++) assert.equal((await logIn(name, ADMIN_PASSWORD)).status, 200);
		await fail(name, 1);
		assertProblem(await logIn(name, ADMIN_PASSWORD), "rate_limited");
	});

	it("is forgotten after a quarter of an hour", async () => {
		const name = await newUser();
		await fail(name, 9);
		service.travel(15 * minute);
		await fail(name, 9);
	});

	it("is not refilled by the logins of the user", async () => {
		const name = await newUser();
		for (let round = 1; round <= 5; round++) {
			await fail(name, 2);
			if (round < 5) assert.equal((await logIn(name, ADMIN_PASSWORD)).status, 200);
		}
		assertProblem(await logIn(name, wrong), "rate_limited");
	});

	it("looks the same whether the user exists, is disabled, invited, or does not exist", async () => {
		const disabled = await newUser();
		await usersOf(service).disable(disabled);
		const invited = `invited${users}`;
		await usersOf(service).add({ name: invited, role: "user", passwordHash: null });
		const names = [await newUser(), disabled, invited, `unknown${users}`];
		const hashed: number[] = [];
		const seen: unknown[][] = [];
		for (const name of names) {
			const before = service.running.hasher.hashesDone();
			const answers: Answer[] = [];
			for (let guess = 1; guess <= 11; guess++) answers.push(await logIn(name, wrong));
			hashed.push(service.running.hasher.hashesDone() - before);
			seen.push(
				answers.map(({ status, headers, body }) => {
					const { requestId: _, retryAfter: __, ...rest } = body ?? {};
					return [status, rest, [...headers.keys()].sort(), headers.get("www-authenticate")];
				}),
			);
		}
		for (const each of seen) assert.deepEqual(each, seen[0]);
		assert.deepEqual(hashed, [10, 10, 10, 10]);
	});

	// Proves: attempts
	it("two hundred times at once tries ten passwords", async () => {
		const name = await newUser();
		const csrf = await service.copiedCsrf(await service.loggedIn(await newUser()));
		const before = service.running.hasher.hashesDone();
		const answers = await Promise.all(Array.from({ length: 200 }, () => logIn(name, wrong, { csrf })));
		assert.ok(service.running.hasher.hashesDone() - before <= 10);
		const codes = new Set(answers.map((answer) => answer.body?.code));
		assert.ok(codes.has("invalid_credentials") && codes.has("rate_limited"));
		for (const code of codes) {
			assert.ok(
				["invalid_credentials", "rate_limited", "overloaded", "store_unavailable"].includes(String(code)),
			);
		}
		assertProblem(await logIn(name, ADMIN_PASSWORD), "rate_limited");
	});

	// Proves: attempts
	it("under other spellings of the name is the same guessing", async () => {
		const name = await newUser();
		const spellings = [name, name.toUpperCase(), name.replace("user", "ｕｓｅｒ"), name.replace("s", "ſ")];
		for (let guess = 0; guess < 10; guess++) await fail(spellings[guess % 4] ?? "", 1);
		for (const spelling of spellings) assertProblem(await logIn(spelling, ADMIN_PASSWORD), "rate_limited");
		for (const spelling of [` ${name}`, `${name} `, `${name}\u200b`, `${name}\u202e`, `\ufeff${name}`]) {
			assertProblem(await logIn(spelling, ADMIN_PASSWORD), "validation_failed");
		}
	});

	it("continues where it was after a restart and after ten thousand other names", async () => {
		const name = await newUser();
		await fail(name, 10);
		const { database: queries } = service.running.deployment.opened;
		const others = Array.from({ length: 10_000 }, (_, index) => ({
			key: `account:flood${users}-${index}`,
			window_started_at: 0,
			failures: 1,
			consecutive: 1,
			blocked_until: 0,
			expires_at: service.now() + minute,
		}));
		for (let from = 0; from < others.length; from += 2000) {
			await queries
				.insertInto("attempts")
				.values(others.slice(from, from + 2000))
				.execute();
		}
		await service.running.maintenance.run();
		const now = service.now();
		await service.stop();
		service = await startTestService({ databaseUrl: await database.url(), settings });
		service.travel(now - service.now());
		assertProblem(await logIn(name, ADMIN_PASSWORD), "rate_limited");
	});

	describe("by unknown devices", () => {
		// Proves: known-clients
		it("does not keep out the user, who sends the CSRF token of one of their own pages", async () => {
			const name = await newUser();
			const csrf = await service.copiedCsrf(await service.loggedIn(name));
			await fail(name, 10);
			assertProblem(await logIn(name, ADMIN_PASSWORD), "rate_limited");
			assert.equal((await logIn(name, ADMIN_PASSWORD, { csrf })).status, 200);
			// Who has to wait as before: else each login of the user would be another guess.
			assertProblem(await logIn(name, ADMIN_PASSWORD), "rate_limited");
		});

		it("with the CSRF token of a page of their own gains them nothing", async () => {
			const name = await newUser();
			await fail(name, 10);
			const csrf = await service.copiedCsrf(await service.loggedIn(await newUser()));
			assertProblem(await logIn(name, ADMIN_PASSWORD, { csrf }), "rate_limited");
		});
	});

	// Proves: guesses-of-known-clients
	describe("by another person at the user's browser", () => {
		it("has ten tries as well, at login, reauthentication and password change together", async () => {
			const name = await newUser();
			const browser = await service.loggedIn(name);
			const csrf = await service.copiedCsrf(browser);
			const change = { currentPassword: wrong, newPassword: "five words nobody else has" };
			const tries = [
				() => browser.post("/api/auth/password", change),
				() => browser.post("/api/auth/reauthenticate", { password: wrong }),
				() => logIn(name, wrong, { csrf }),
			];
			for (let guess = 0; guess < 10; guess++) {
				const answer = await tries[guess % 3]?.();
				assert.equal(answer?.body?.code, "invalid_credentials");
			}
			const hashed = service.running.hasher.hashesDone();
			for (const each of tries) assertProblem(await each(), "rate_limited");
			assert.equal(service.running.hasher.hashesDone(), hashed);
			assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
		});
	});
});

// Proves: closing-an-account
describe("failures in a row that close an account", () => {
	let service: TestService;
	let csrf: string;
	before(async () => {
		const settings = {
			SALLYPORT_CONSECUTIVE_FAILURES: "12",
			SALLYPORT_CONSECUTIVE_ACTION: "close",
			SALLYPORT_ACCOUNT_FAILURES: "1000",
		};
		service = await startTestService({ settings: { ...cheap, ...settings } });
		await service.addUser("ada");
	});
	after(() => service.stop());
	const close = async () => {
		csrf = await service.copiedCsrf(await service.loggedIn("ada"));
		for (let guess = 1; guess <= 12; guess++) await service.visitor().logIn("ada", wrong);
		assertProblem(await service.visitor().logIn("ada", ADMIN_PASSWORD), "rate_limited");
	};

	it("close the account to unknown devices until its user opens it from one of their own pages", async () => {
		await close();
		const body = { username: "ada", password: ADMIN_PASSWORD };
		assert.equal((await service.visitor().post("/api/auth/login", body, { csrf })).status, 200);
		assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD)).status, 200);
	});

	it("close it for good: no time opens it", async () => {
		await close();
		for (let day = 1; day <= 3; day++) {
			service.travel(24 * 60 * minute);
			await service.running.maintenance.run();
			assertProblem(await service.visitor().logIn("ada", ADMIN_PASSWORD), "rate_limited");
		}
	});
});
