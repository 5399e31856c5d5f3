// At length: it needs thousands of rows or attempts.
/** One ordinary account whose right password logs in as often as it can: what it gets, and what is left to others. */
// Proves: right-passwords
import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { createArgon2 } from "../../src/identity/password/argon2.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { atOnce, type Guess, tally } from "../support/parallel-guesses.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const minute = 60_000;
const wrong = "not the password";
/** Few: each waits for others, and PostgreSQL for its wire. */
const mostPerMinute = 8;

const cookiesOf = ({ cookies }: Visitor) => ({
	cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
});

/** Headers of a browser that shares no page with the user any more. */
const deviceOf = ({ cookies }: Visitor) => ({
	cookie: `sallyport-device=${cookies.get("sallyport-device")}`,
});

/** Two instances over one database, whose clocks travel together. */
async function startTwo(databaseUrl: string, settings: Record<string, string>): Promise<TestService[]> {
	const one = await startTestService({ databaseUrl, settings });
	return [one, await startTestService({ databaseUrl, settings })];
}

/** Browsers on which the user has logged in. */
async function devicesOf(name: string, count: number, service: TestService): Promise<Visitor[]> {
	return Promise.all(
		Array.from({ length: count }, async () => {
			const device = service.visitor();
			assert.equal((await device.logIn(name, ADMIN_PASSWORD)).status, 200);
			return device;
		}),
	);
}

forEachDatabase("the logins of one user per minute", (database) => {
	let instances: TestService[] = [];
	let [service]: TestService[] = [];
	let users = 0;
	let name: string;
	before(async () => {
		instances = await startTwo(await database.url(), {
			...cheap,
			SALLYPORT_ACCOUNT_LOGINS: String(mostPerMinute),
			// Unknown devices that the other instance looks at count as failures until then.
			SALLYPORT_ACCOUNT_FAILURES: "1000",
		});
		[service] = instances;
	});
	after(() => Promise.all(instances.map((instance) => instance.stop())));
	beforeEach(async () => {
		users += 1;
		name = `user${users}`;
		await service?.addUser(name);
	});
	const travel = (time: number) => {
		for (const instance of instances) instance.travel(time);
	};
	const sessions = async () => {
		const { database: queries } = (service as TestService).running.deployment.opened;
		const rows = queries.selectFrom("sessions").innerJoin("users", "users.id", "sessions.user_id");
		return (await rows.select("sessions.id").where("username", "=", name).execute()).length;
	};
	/** By dimension. */
	const failures = async () => {
		const { database: queries } = (service as TestService).running.deployment.opened;
		const rows = await queries.selectFrom("attempts").select(["key", "failures"]).execute();
		const sums: Record<string, number> = {};
		for (const { key, failures } of rows) {
			const [dimension = ""] = key.split(":");
			sums[dimension] = (sums[dimension] ?? 0) + failures;
		}
		return sums;
	};
	const assertWait = (answer: Answer) => {
		assertProblem(answer, "rate_limited");
		const wait = Number(answer.headers.get("retry-after"));
		assert.ok(wait >= 1 && wait <= 60, `${wait}`);
		return wait;
	};

	it("are as many as the setting says, exactly, over both instances, and then one has to wait", async () => {
		const devices = await devicesOf(name, mostPerMinute, service as TestService);
		travel(minute);
		const before = await sessions();
		const logins = Array.from({ length: 2 * mostPerMinute }, (_, index): Guess => {
			const device = index % 4 < 2 ? devices[index % devices.length] : undefined;
			const headers = device === undefined ? {} : deviceOf(device);
			const { baseUrl } = instances[index % 2] as TestService;
			return { baseUrl, username: name, password: ADMIN_PASSWORD, headers };
		});
		const answers = await atOnce(logins);
		assert.deepEqual(tally(answers), { ok: mostPerMinute, rate_limited: mostPerMinute });
		assert.equal((await sessions()) - before, mostPerMinute);
		const waits = answers.filter(({ status }) => status === 429).map(assertWait);
		travel(Math.max(...waits) * 1000);
		for (const instance of instances)
			assert.equal((await instance.visitor().logIn(name, ADMIN_PASSWORD)).status, 200);
	});

	// Proves: refused-right-passwords
	it("are refused to a known client before its password is looked at, and to an unknown device after it was right", async () => {
		const [device] = await devicesOf(name, mostPerMinute, service as TestService);
		for (const { baseUrl, running, visitor } of instances) {
			const before = running.hasher.hashesDone();
			for (const password of [ADMIN_PASSWORD, wrong]) {
				const known = { baseUrl, username: name, password, headers: deviceOf(device as Visitor) };
				for (const answer of await atOnce([known])) assertWait(answer);
			}
			assert.equal(running.hasher.hashesDone(), before);
			assertProblem(await visitor().logIn(name, wrong), "invalid_credentials");
			assertWait(await visitor().logIn(name, ADMIN_PASSWORD));
			assert.equal(running.hasher.hashesDone(), before + 2);
		}
	});

	// Proves: logins-in-flight
	it("cost few hashes more than the setting says, however many known clients wait for their turn", async () => {
		const devices = await devicesOf(name, mostPerMinute, service as TestService);
		travel(minute);
		const { baseUrl, running } = service as TestService;
		const before = running.hasher.hashesDone();
		const right = devices.map((each): Guess => {
			return { baseUrl, username: name, password: ADMIN_PASSWORD, headers: deviceOf(each) };
		});
		const answers = await atOnce([...right, ...right, ...right]);
		assert.deepEqual(tally(answers), { ok: mostPerMinute, rate_limited: 2 * mostPerMinute });
		// Ten at most were under way when the last login was counted.
		assert.ok(running.hasher.hashesDone() - before <= mostPerMinute + 10);
	});

	// Proves: refused-right-passwords
	it("that were too many stay counted where they came from, and not on the account; the next minute is whole", async () => {
		await devicesOf(name, mostPerMinute, service as TestService);
		const { address = 0, csrf = 0, ...before } = await failures();
		for (let login = 1; login <= 5; login++)
			assertWait(await (service as TestService).visitor().logIn(name, ADMIN_PASSWORD));
		assert.deepEqual(await failures(), {
			...before,
			account: before.account ?? 0,
			address: address + 5,
			csrf: csrf + 5,
		});
		travel(minute);
		await devicesOf(name, mostPerMinute, service as TestService);
		assertWait(await (service as TestService).visitor().logIn(name, ADMIN_PASSWORD));
	});

	it("that are too many cost one hash each, also where the stored hash is an old one", async () => {
		await devicesOf(name, mostPerMinute, service as TestService);
		const { running, visitor } = service as TestService;
		const cheaper = createArgon2({ memory: 32, passes: 1, parallelism: 1 });
		const old = await cheaper.hash(Buffer.from(ADMIN_PASSWORD));
		const users = running.deployment.opened.database.updateTable("users").where("username", "=", name);
		await users.set({ password_hash: old }).execute();
		const before = running.hasher.hashesDone();
		assertWait(await visitor().logIn(name, ADMIN_PASSWORD));
		assert.equal(Math.round(running.hasher.hashesDone() - before), 1);
	});

	it("include confirmations of the password and its changes, which are refused before hashing and leave no row", async () => {
		const [one, other] = instances as [TestService, TestService];
		let browser = await one.loggedIn(name);
		const send = (path: string, body: object, { visitor } = one) =>
			visitor().post(`/api/auth/${path}`, body, { ...cookiesOf(browser), csrf: browser.csrf ?? "" });
		const [confirm, change] = [
			(instance?: TestService) => send("reauthenticate", { password: ADMIN_PASSWORD }, instance),
			() => send("password", { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" }),
		];
		const answers = await Promise.all(
			Array.from({ length: mostPerMinute }, (_, index) => confirm(instances[index % 2])),
		);
		assert.deepEqual(tally(answers), { ok: mostPerMinute - 1, rate_limited: 1 });
		const hashes = () => one.running.hasher.hashesDone() + other.running.hasher.hashesDone();
		const { database: queries } = one.running.deployment.opened;
		const rows = async () => (await queries.selectFrom("audit_events").select("id").execute()).length;
		const before = [hashes(), await rows()];
		for (const answer of [await confirm(), await confirm(other), await change()]) assertWait(answer);
		assert.deepEqual([hashes(), await rows()], before);
		travel(minute);
		browser = await one.loggedIn(name);
		assert.equal((await confirm()).status, 200);
		assert.equal((await change()).status, 200);
		const user = queries.selectFrom("users").select("logins_in_window").where("username", "=", name);
		assert.deepEqual(await user.executeTakeFirst(), { logins_in_window: 3 });
	});

	it("are free again when the clock that has counted them was a year ahead", async () => {
		const year = 365 * 24 * 60 * minute;
		travel(year);
		const [ahead] = await devicesOf(name, mostPerMinute, service as TestService);
		travel(-year);
		const { baseUrl } = service as TestService;
		const headers = deviceOf(ahead as Visitor);
		const again = { baseUrl, username: name, password: ADMIN_PASSWORD, headers };
		assert.deepEqual(tally(await atOnce([again])), { ok: 1 });
		const [device] = await devicesOf(name, mostPerMinute - 1, service as TestService);
		assertWait(await (device as Visitor).logIn(name, ADMIN_PASSWORD));
	});
});

forEachDatabase("twelve attempts of one user in flight on each of two instances", (database) => {
	let instances: TestService[] = [];
	before(async () => {
		instances = await startTwo(await database.url(), {
			// Hashes that take longer than a request to arrive, and of which fewer may wait than arrive.
			SALLYPORT_HASH_MEMORY: "8192",
			SALLYPORT_HASH_THREADS: "1",
			SALLYPORT_HASH_QUEUE: "10",
			SALLYPORT_COOKIE_SESSIONS_PER_USER: "100",
		});
		for (const name of ["ada", "grace"]) await instances[0]?.addUser(name);
	});
	after(() => Promise.all(instances.map((instance) => instance.stop())));

	// Proves: logins-in-flight
	it("by known clients take turns: all succeed, and another user finds room to log in", async () => {
		const [service] = instances as [TestService];
		const browsers: Visitor[] = [];
		for (let browser = 1; browser <= 12; browser++) browsers.push(await service.loggedIn("ada"));
		const grace = await service.loggedIn("grace");
		const ask = ({ visitor }: TestService, browser: Visitor, path: string, body: object) => {
			const headers = { ...cookiesOf(browser), csrf: browser.csrf ?? "" };
			return visitor().post(`/api/auth/${path}`, { ...body, password: ADMIN_PASSWORD }, headers);
		};
		const answers = await Promise.all(
			instances.flatMap((instance) => [
				...browsers.map((browser, index) =>
					index % 2 === 0
						? ask(instance, browser, "login", { username: "ada" })
						: ask(instance, browser, "reauthenticate", {}),
				),
				ask(instance, grace, "login", { username: "grace" }),
			]),
		);
		assert.deepEqual(tally(answers), { ok: 2 * 12 + 2 });
	});
});
