/** An attacker who guesses for hours from one address: what becomes of the account, and of its user on a new device. */
// Proves: consecutive-failures
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite, type TestDatabase } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const wrong = "not the password";
/** The default makes the same of more guesses. */
const TWENTY = { SALLYPORT_CONSECUTIVE_FAILURES: "20" };

/** Two instances over one database, whose clocks travel together. */
function twoInstances(database: TestDatabase, settings: Record<string, string>) {
	const instances: TestService[] = [];
	let requests = 0;
	before(async () => {
		const databaseUrl = await database.url();
		for (let instance = 1; instance <= 2; instance++)
			instances.push(await startTestService({ databaseUrl, settings: { ...cheap, ...settings } }));
	});
	after(() => Promise.all(instances.map((instance) => instance.stop())));
	const service = () => instances[requests++ % 2] as TestService;
	const logIn = (name: string, password: string) => service().visitor().logIn(name, password);
	async function travel(time: number): Promise<void> {
		for (const instance of instances) {
			instance.travel(time);
			await instance.running.maintenance.run();
		}
	}
	/** How many passwords are looked at before a guess has to wait. */
	async function guess(name: string, most: number): Promise<number> {
		for (let guesses = 0; guesses < most; guesses++) {
			if ((await logIn(name, wrong)).status === 429) return guesses;
		}
		return most;
	}
	return {
		service,
		logIn,
		travel,
		guess,
		/** Nine guesses in each quarter of an hour, until the account answers none. */
		async guessPatiently(name: string): Promise<number> {
			let looked = 0;
			for (let quarter = 0; quarter * 15 <= 208; quarter++) {
				const found = await guess(name, 9);
				looked += found;
				if (found < 9) return looked;
				await travel(15 * minute);
			}
			return looked;
		},
		/** As the previous release wrote it: closed for ten years. */
		async closeAsBefore(): Promise<void> {
			const { database: queries } = service().running.deployment.opened;
			await queries
				.updateTable("attempts")
				.set({ blocked_until: service().now() + 3650 * day, expires_at: service().now() + 3651 * day })
				.where("key", "like", "account:%")
				.where("consecutive", ">=", 20)
				.execute();
		},
	};
}

onSqlite("a hundred failures in a row, by default", (database) => {
	const { service, logIn, travel, guess, guessPatiently } = twoInstances(database, {});

	// Proves: persistent-guessing
	it("leave unknown devices one attempt an hour, and the user gets in on a new device within that hour", async () => {
		await service().addUser("ada");
		assert.equal(await guessPatiently("ada"), 100);
		for (let time = 1; time <= 3; time++) {
			const refused = await logIn("ada", ADMIN_PASSWORD);
			assertProblem(refused, "rate_limited");
			assert.ok(Number(refused.headers.get("retry-after")) <= 3600);
			await travel(hour / 2);
			assert.equal(await guess("ada", 5), 0);
			await travel(hour / 2);
			assert.equal(await guess("ada", 5), 1);
		}
		await travel(hour);
		assert.equal((await logIn("ada", ADMIN_PASSWORD)).status, 200);
		assert.equal((await logIn("ada", ADMIN_PASSWORD)).status, 200, "a success ends the row");
		assert.deepEqual(await rowsOf(service(), "authn_login_lock"), []);
		const [last] = (await rowsOf(service(), "authn_login_fail_max")).reverse();
		assert.deepEqual([last?.detail.scope, last?.detail.wait], ["account", 3600]);
	});
});

onSqlite("twenty failures in a row, where the setting says so", (database) => {
	const { service, logIn, travel, guess, guessPatiently, closeAsBefore } = twoInstances(database, TWENTY);

	// Proves: persistent-guessing
	it("bring a wait that a login of the user from a known device does not shorten, so that attackers do not see it", async () => {
		await service().addUser("alan");
		const user = service().visitor();
		const visit = async () => {
			user.csrf = null;
			assert.equal((await user.logIn("alan", ADMIN_PASSWORD)).status, 200);
		};
		await visit();
		for (const name of ["alan", "nobody"]) assert.equal(await guessPatiently(name), 20);
		await travel(hour);
		for (const name of ["alan", "nobody"]) assert.equal(await guess(name, 5), 1);
		await visit();
		for (const name of ["alan", "nobody"]) assert.equal(await guess(name, 5), 0, name);
	});

	it("reopen after an hour an account that the previous release closed", async () => {
		await service().addUser("grace");
		assert.equal(await guessPatiently("grace"), 20);
		await closeAsBefore();
		assert.equal(await guess("grace", 5), 1, "one guess more, and the hour begins");
		await travel(hour);
		assert.equal((await logIn("grace", ADMIN_PASSWORD)).status, 200);
	});
});

onSqlite("twenty failures in a row where they close an account", (database) => {
	const action = { ...TWENTY, SALLYPORT_CONSECUTIVE_ACTION: "close" };
	const { service, logIn, travel, guessPatiently, closeAsBefore } = twoInstances(database, action);

	// Proves: closing-an-account
	it("close it to unknown devices for good, until an operator unlocks it", async () => {
		await service().addUser("ada");
		assert.equal(await guessPatiently("ada"), 20);
		for (const time of [hour, day, 30 * day, 100 * day]) {
			await travel(time);
			const refused = await logIn("ada", ADMIN_PASSWORD);
			assertProblem(refused, "rate_limited");
			assert.equal(refused.headers.get("retry-after"), "3600");
		}
		await service().running.deployment.administration.users.unlock("ada");
		assert.equal((await logIn("ada", ADMIN_PASSWORD)).status, 200);
	});

	it("leave closed an account that the previous release closed", async () => {
		await service().addUser("grace");
		assert.equal(await guessPatiently("grace"), 20);
		const [lock] = (await rowsOf(service(), "authn_login_lock")).reverse();
		assert.deepEqual([lock?.level, lock?.detail], ["warn", { scope: "account", consecutive: 20 }]);
		await closeAsBefore();
		await travel(30 * day);
		assertProblem(await logIn("grace", ADMIN_PASSWORD), "rate_limited");
	});
});
