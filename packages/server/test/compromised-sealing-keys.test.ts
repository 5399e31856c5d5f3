/** A stranger knows the secret and the database: what the commands of the incident leave of the sealing keys. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sql } from "@sallyport/kysely";
import { systemRandom } from "../src/lib/random.ts";
import { createKeyring } from "../src/lib/seal.ts";
import { listSealingKeys } from "../src/sealing/sealing-key-store.ts";
import { createSealingKeyring } from "../src/sealing/sealing-keyring.ts";
import { createSetupLinks } from "../src/setup/create-setup-link.ts";
import { findUserByUsername } from "../src/user/user-store.ts";
import { administrationOf, tokenOf } from "./administration.ts";
import { cheap } from "./cheap.ts";
import { createHostedRunner, type Run } from "./command.ts";
import { forEachDatabase } from "./databases.ts";
import { type ForgeDevice, opened, stolenSealingKeys } from "./forge.ts";
import { eventually } from "./interleave.ts";
import { bearerOf, cookieOf } from "./own-session.ts";
import { assertProblem } from "./problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "./service.ts";
import { type Answer, createVisitor, type Visitor } from "./visitor.ts";

const device = "sallyport-device";
const newPassword = "five words nobody else has";
const present = "the secret that a stranger knows, long enough";
const next = "the secret that takes its place, long enough";
const policyOf = ({ headers }: Answer) => headers.get("ratelimit-policy")?.split(";")[0];

forEachDatabase("sealing keys that a stranger knows", (database) => {
	let both: TestService[] = [];
	let run: Run;
	let settings: Record<string, string>;
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
		both = [await start(secrets), await start(secrets)];
		for (const service of both) await service.running.maintenance.run();
	}

	before(async () => {
		settings = {
			...cheap,
			SALLYPORT_BASE_URL: "http://localhost:8400",
			// Guesses come from one address here, from many in life.
			SALLYPORT_ADDRESS_FAILURES: "100000",
			SALLYPORT_CSRF_FAILURES: "100000",
		};
		run = createHostedRunner({ ...settings, SALLYPORT_DATABASE_URL: await database.url() });
		await startBoth({ SALLYPORT_SECRET: present });
	});
	after(stop);

	async function newUser(): Promise<void> {
		users += 1;
		name = `user${users}`;
		({ id: userId } = await one().addUser(name));
	}
	async function command(words: string, secrets: Record<string, string> = {}): Promise<void> {
		const { code, out, err } = await run(words, { more: { SALLYPORT_SECRET: present, ...secrets } });
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
	/** By themselves, within a second or two: nobody tells the instances. */
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
		const stranger = visitorOf(one());
		await stranger.get("/api/auth/csrf");
		const bearer = bearerOf(await visitorOf(one()).logIn(name, ADMIN_PASSWORD));
		users += 1;
		const invited = `user${users}`;
		const { setupLink } = await administrationOf(one()).add({
			name: invited,
			role: "user",
			passwordHash: null,
		});
		return { browser, csrf, stranger, bearer, invited, setupLink };
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
	async function assertGood({ browser, csrf, stranger, bearer }: HandedOut): Promise<void> {
		const login = { username: name, password: ADMIN_PASSWORD };
		for (const service of both) {
			assert.equal((await visitorOf(service).get("/api/auth/session", bearer)).status, 200);
			assert.equal((await visitorOf(service).get("/api/auth/session", cookieOf(browser))).status, 200);
			assert.equal((await visitorOf(service).post("/api/auth/login", login, { csrf })).status, 200);
			assert.equal((await as(service, stranger).post("/api/auth/login", login)).status, 200);
			assert.equal(await isKnown(service, browser), true);
		}
	}
	async function assertHealed({ browser, csrf, stranger, invited, setupLink }: HandedOut): Promise<void> {
		const login = { username: name, password: ADMIN_PASSWORD };
		for (const service of both) {
			const bare = await visitorOf(service).post("/api/auth/login", login, { csrf });
			assertProblem(bare, "csrf_invalid");
			const visitor = as(service, stranger);
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
		const again = { token: tokenOf((await administrationOf(one()).reset(invited)).setupLink) };
		const done = await visitorOf(one()).post("/api/auth/setup", { ...again, password: newPassword });
		assert.equal(done.status, 200, done.text);
	}
	const eventsOf = (event: string) =>
		one()
			.running.deployment.opened.database.selectFrom("audit_events")
			.selectAll()
			.where("event", "=", event);

	it("forge a known device for each guess, until they are replaced: then ten guesses are looked at in all", async () => {
		await newUser();
		// So that there is a retired one, too.
		await command("key rotate --sealing --force");
		const stolen = await stolenSealingKeys(one(), present);
		assert.equal(stolen.length, 3);
		for (const service of both) await service.running.maintenance.run();
		const before = await guess(stolen, 10);
		assert.deepEqual(new Set(before.map(({ code }) => code)), new Set(["invalid_credentials"]));
		assert.deepEqual(new Set(before.map(({ policy }) => policy)), new Set(['"client"']));

		const { csrf } = await handOut();
		// What else happens without a request does not hold that up, though it fails.
		const repair = await failing("update", "instances");
		await command("key rotate --sealing --compromised");
		await untilRefused(csrf);
		await repair();
		const afterwards = await guess(stolen, 10);
		const looked = afterwards.filter(({ code }) => code === "invalid_credentials");
		assert.equal(looked.length, 10);
		assert.equal(afterwards.filter(({ code }) => code === "rate_limited").length, 20);
		assert.ok(afterwards.every(({ policy }) => policy !== '"client"'));
	});

	it("leave CSRF tokens and devices that heal, no open setup link, and signing keys that sign on", async () => {
		await newUser();
		const given = await handOut();
		const token = given.bearer.authorization.slice("Bearer ".length);
		await command("key rotate --sealing --compromised");
		await untilRefused(given.csrf);
		await assertHealed(given);
		both.push(await start({ SALLYPORT_SECRET: present }));
		for (const service of both) {
			assert.equal((await visitorOf(service).get("/api/auth/session", given.bearer)).status, 200);
			assert.equal((await visitorOf(service).get("/api/auth/session", cookieOf(given.browser))).status, 200);
			const { body } = await visitorOf(service).logIn(name, ADMIN_PASSWORD);
			assert.equal(opened(String(body?.token)).header.kid, opened(token).header.kid);
		}
		await both.pop()?.stop();
		const [event] = await eventsOf("sealing_key_compromised").orderBy("time", "desc").execute();
		assert.equal(event?.level, "error");
		assert.equal(JSON.parse(event?.detail ?? "").links, 1);
		const ended = await eventsOf("setup_link_ended").orderBy("time", "desc").executeTakeFirst();
		const invited = await findUserByUsername(one().running.deployment.opened.database, given.invited);
		assert.equal(ended?.user_id, invited?.id);
	});

	it("may have sealed a setup link in the last moment, which the next rotation ends; a signing key is an error", async () => {
		await newUser();
		const { deployment } = one().running;
		const { database: queries } = deployment.opened;
		const late = createSealingKeyring(
			() => [createKeyring(present, systemRandom)],
			Buffer.alloc(32),
			systemRandom,
		);
		late.load(await listSealingKeys(queries));
		const { csrf } = await handOut();
		await command("key rotate --sealing --compromised");
		await untilRefused(csrf);
		const user = await findUserByUsername(queries, name);
		assert.ok(user);
		const { audit, clock, config } = deployment;
		const lateLinks = createSetupLinks({
			clock,
			random: systemRandom,
			box: late.box("setup link"),
			baseUrl: config.baseUrl,
			lifetime: 60_000,
		});
		const link = await audit.transact((each, record) => lateLinks.create(each, record, user));
		await command("key rotate --sealing --force");
		const setup = { token: tokenOf(link), password: newPassword };
		assertProblem(await visitorOf(one()).post("/api/auth/setup", setup), "not_found");
		const ended = await eventsOf("setup_link_ended").where("user_id", "=", user.id).execute();
		assert.equal(ended.length, 1);

		const key = await queries.selectFrom("signing_keys").selectAll().executeTakeFirstOrThrow();
		const change = (sealed: string) =>
			queries
				.updateTable("signing_keys")
				.set({ private_jwk_sealed: sealed })
				.where("kid", "=", key.kid)
				.execute();
		await change(late.box("signing key").seal(Buffer.from("{}"), key.kid).toString("base64url"));
		const refused = await run("key rotate --sealing --force", { more: { SALLYPORT_SECRET: present } });
		assert.equal(refused.code, 1);
		assert.match(refused.err, /The signing key .* cannot be opened/);
		await change(key.private_jwk_sealed);
		await command("key rotate --sealing --force");
	});

	describe("and the secret above them", () => {
		const replace = "key rotate --secret --compromised";
		const announced = { SALLYPORT_SECRET_NEXT: next };

		it("are not replaced while an instance does not know the next secret, and nothing changes", async () => {
			await newUser();
			const given = await handOut();
			const { code, err } = await run(replace, { more: { SALLYPORT_SECRET: present, ...announced } });
			assert.equal(code, 1);
			assert.match(err, /do not know the new secret yet/);
			await assertGood(given);
		});

		it("stay as they were when the command is interrupted at its last step", async () => {
			await startBoth({ SALLYPORT_SECRET: present, ...announced });
			await newUser();
			const given = await handOut();
			// The event of the replacement, for which all else is done by then.
			const repair = await failing("insert", "audit_events", "new.event = 'sealing_key_compromised'");
			const { code, err } = await run(replace, { more: { SALLYPORT_SECRET: present, ...announced } });
			assert.equal(code, 1);
			assert.match(err, /interrupted by this test/);
			await repair();
			for (const service of both) await service.running.maintenance.run();
			await assertGood(given);
			const setup = { token: tokenOf(given.setupLink), password: newPassword };
			assert.equal((await visitorOf(one()).post("/api/auth/setup", setup)).status, 200);
			await startBoth({ SALLYPORT_SECRET: present, ...announced });
			await assertGood(given);
		});

		it("are replaced together: the old secret opens nothing, and the new one starts", async () => {
			await newUser();
			const given = await handOut();
			const stolen = await stolenSealingKeys(one(), present);
			await command(replace, announced);
			await untilRefused(given.csrf);
			await assertHealed(given);
			const looked = (await guess(stolen, 10)).filter(({ code }) => code === "invalid_credentials");
			assert.equal(looked.length, 10);
			await assert.rejects(stolenSealingKeys(one(), present), /another secret/);
			await assert.rejects(start({ SALLYPORT_SECRET: present }), /sealed under another one/);
			await startBoth({ SALLYPORT_SECRET: next });
			await newUser();
			await assertGood(await handOut());
		});

		it("are forgotten by an instance that was forced and does not know the new secret, before it starts anew", async () => {
			await newUser();
			const { csrf } = await handOut();
			const stolen = await stolenSealingKeys(one(), next);
			await command(`${replace} --force`, { SALLYPORT_SECRET: next, SALLYPORT_SECRET_NEXT: present });
			await eventually(async () => {
				const login = { username: name, password: ADMIN_PASSWORD };
				const answers = await Promise.all(
					both.map((service) => visitorOf(service).post("/api/auth/login", login, { csrf })),
				);
				return answers.every(({ status }) => status === 500);
			});
			for (const { policy } of await guess(stolen, 2)) assert.notEqual(policy, '"client"');
			await startBoth({ SALLYPORT_SECRET: present });
			await assertGood(await handOut());
		});

		it("are read before a signing key is made, so that none is sealed with a deleted one", async () => {
			await newUser();
			const late = await start({ SALLYPORT_SECRET: present });
			both.push(late);
			await command("key rotate --sealing --compromised");
			late.travel(91 * 86_400_000);
			await late.running.maintenance.run();
			await command("key rotate --sealing --force");
			await both.pop()?.stop();
		});
	});

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
});
