/** Two instances of one deployment whose secret and database an attacker knows, what they have handed out, and the commands. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { sql } from "kysely";
import { tokenOf, usersOf } from "./administration.ts";
import { cheap } from "./cheap-hashing.ts";
import { createHostedRunner, type Run } from "./command.ts";
import type { TestDatabase } from "./databases.ts";
import type { ForgeDevice } from "./forge.ts";
import { eventually } from "./interleave.ts";
import { bearerOf, cookieOf } from "./own-session.ts";
import { assertProblem } from "./problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "./service.ts";
import { type Answer, createVisitor, type Visitor } from "./visitor.ts";

export const newPassword = "five words nobody else has";
export const currentSecret = "the secret that an attacker knows, long enough";
const device = "sallyport-device";
const settings = {
	...cheap,
	SALLYPORT_BASE_URL: "http://localhost:8400",
	// Guesses come from one address here, from many in life.
	SALLYPORT_ADDRESS_FAILURES: "100000",
	SALLYPORT_CSRF_FAILURES: "100000",
	// One user logs in again and again until the keys are known everywhere.
	SALLYPORT_ACCOUNT_LOGINS: "100000",
};
const policyOf = ({ headers }: Answer) => headers.get("ratelimit-policy")?.split(";")[0];

/** For a suite: both start before it and stop after it. */
export function createStolenSecretWorld(database: TestDatabase) {
	const both: TestService[] = [];
	let run: Run;
	let users = 0;
	let name: string;
	let userId: string;

	const start = async (secrets: Record<string, string>) =>
		startTestService({ databaseUrl: await database.url(), settings: { ...settings, ...secrets } });
	const one = () => both[0] as TestService;
	const visitorOf = ({ port }: TestService) => createVisitor(`http://localhost:${port}`);
	async function stop(): Promise<void> {
		for (const service of both.splice(0)) await service.stop();
	}
	async function startBoth(secrets: Record<string, string>): Promise<void> {
		await stop();
		both.push(await start(secrets), await start(secrets));
		for (const service of both) await service.running.maintenance.run();
	}

	before(async () => {
		run = createHostedRunner({ ...settings, SALLYPORT_DATABASE_URL: await database.url() });
		await startBoth({ SALLYPORT_SECRET: currentSecret });
	});
	after(stop);

	async function newUser(): Promise<void> {
		users += 1;
		name = `user${users}`;
		({ id: userId } = await one().addUser(name));
	}
	async function command(words: string, secrets: Record<string, string> = {}): Promise<void> {
		const { code, out, err } = await run(words, { more: { SALLYPORT_SECRET: currentSecret, ...secrets } });
		assert.deepEqual([code, err], [0, ""], out);
	}
	/** One guess for each cookie, each at the next instance. */
	async function guess(
		forge: ForgeDevice[],
		times: number,
	): Promise<Array<{ code: string; policy: string }>> {
		const answers = [];
		for (let round = 0; round < times; round++) {
			const service = both[round % both.length] as TestService;
			for (const each of forge) {
				const visitor = visitorOf(service);
				visitor.cookies.set(device, each(userId));
				const answer = await visitor.logIn(name, "not the password");
				answers.push({ code: String(answer.body?.code), policy: policyOf(answer) ?? "" });
			}
		}
		return answers;
	}
	/** By themselves, within a second or two: no signal is sent to the instances. */
	const untilRefused = (csrf: string) =>
		eventually(async () => {
			const login = { username: name, password: ADMIN_PASSWORD };
			const answers = await Promise.all(
				both.map((service) => visitorOf(service).post("/api/auth/login", login, { csrf })),
			);
			return answers.every(({ status }) => status === 403);
		});

	/** What was handed out before, with what becomes of it. */
	async function handOut() {
		const browser = visitorOf(one());
		assert.equal((await browser.logIn(name, ADMIN_PASSWORD, { session: true })).status, 200);
		const csrf = await one().copiedCsrf(browser);
		const unknownDevice = visitorOf(one());
		await unknownDevice.get("/api/auth/csrf");
		const bearer = bearerOf(await visitorOf(one()).logIn(name, ADMIN_PASSWORD));
		users += 1;
		const invited = `user${users}`;
		const { setupLink } = await usersOf(one()).add({
			name: invited,
			role: "user",
			passwordHash: null,
		});
		return { browser, csrf, unknownDevice, bearer, invited, setupLink };
	}
	type HandedOut = Awaited<ReturnType<typeof handOut>>;
	const as = (service: TestService, visitor: Visitor): Visitor => {
		const same = visitorOf(service);
		for (const [cookie, value] of visitor.cookies) same.cookies.set(cookie, value);
		same.csrf = visitor.csrf;
		return same;
	};
	async function isKnown(service: TestService, browser: Visitor): Promise<boolean> {
		const visitor = visitorOf(service);
		visitor.cookies.set(device, browser.cookies.get(device) ?? "");
		return policyOf(await visitor.logIn(name, ADMIN_PASSWORD)) === '"client"';
	}
	async function assertGood({ browser, csrf, unknownDevice, bearer }: HandedOut): Promise<void> {
		const login = { username: name, password: ADMIN_PASSWORD };
		for (const service of both) {
			assert.equal((await visitorOf(service).get("/api/auth/session", bearer)).status, 200);
			assert.equal((await visitorOf(service).get("/api/auth/session", cookieOf(browser))).status, 200);
			assert.equal((await visitorOf(service).post("/api/auth/login", login, { csrf })).status, 200);
			assert.equal((await as(service, unknownDevice).post("/api/auth/login", login)).status, 200);
			assert.equal(await isKnown(service, browser), true);
		}
	}
	async function assertHealed({
		browser,
		csrf,
		unknownDevice,
		invited,
		setupLink,
	}: HandedOut): Promise<void> {
		const login = { username: name, password: ADMIN_PASSWORD };
		for (const service of both) {
			const bare = await visitorOf(service).post("/api/auth/login", login, { csrf });
			assertProblem(bare, "csrf_invalid");
			const visitor = as(service, unknownDevice);
			assertProblem(await visitor.post("/api/auth/login", login), "csrf_invalid");
			assert.equal((await visitor.post("/api/auth/login", login)).status, 200);
			assert.equal(await isKnown(service, browser), false);
			const own = as(service, browser);
			own.csrf = csrf;
			assertProblem(await own.post("/api/auth/renew"), "csrf_invalid");
			own.cookies.delete("sallyport-sid");
			assert.equal((await own.logIn(name, ADMIN_PASSWORD, { session: true })).status, 200);
			for (const each of both) assert.equal(await isKnown(each, own), true);
			const setup = { token: tokenOf(setupLink), password: newPassword };
			assertProblem(await visitorOf(service).post("/api/auth/setup", setup), "not_found");
		}
		const again = { token: tokenOf((await usersOf(one()).reset(invited)).setupLink) };
		const done = await visitorOf(one()).post("/api/auth/setup", { ...again, password: newPassword });
		assert.equal(done.status, 200, done.text);
	}
	const eventsOf = (event: string) =>
		one()
			.running.deployment.opened.database.selectFrom("audit_events")
			.selectAll()
			.where("event", "=", event);

	/** Such statements fail until they are repaired. */
	async function failing(
		act: "insert" | "update",
		table: string,
		when = "1 = 1",
	): Promise<() => Promise<unknown>> {
		const { database: queries } = one().running.deployment.opened;
		const message = "interrupted by this test";
		const failure =
			database.dialect === "sqlite"
				? `begin select raise(abort, '${message}'); end`
				: "execute function failing()";
		if (database.dialect === "postgres") {
			const body = `begin raise exception '${message}'; end`;
			await sql
				.raw(`create or replace function failing() returns trigger language plpgsql as $$ ${body} $$`)
				.execute(queries);
		}
		await sql
			.raw(`create trigger failing before ${act} on ${table} for each row when (${when}) ${failure}`)
			.execute(queries);
		const where = database.dialect === "sqlite" ? "" : ` on ${table}`;
		return () => sql.raw(`drop trigger failing${where}`).execute(queries);
	}

	return {
		both,
		one,
		/** The user of now. */
		userName: () => name,
		newUser,
		start,
		startBoth,
		visitorOf,
		run: (words: string, secrets: Record<string, string> = {}) =>
			run(words, { more: { SALLYPORT_SECRET: currentSecret, ...secrets } }),
		command,
		guess,
		untilRefused,
		handOut,
		assertGood,
		assertHealed,
		eventsOf,
		failing,
	};
}
