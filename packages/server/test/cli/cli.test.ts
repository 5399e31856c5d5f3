import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { tokenOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import {
	ADMIN_PASSWORD,
	createRunnerBeside,
	startTestService,
	type TestService,
} from "../support/service.ts";

interface ShownUser {
	username: string;
	state: string;
	sessions: number;
	setupLinkExpiresAt: string | null;
	closedToStrangersUntil: string | null;
}

onSqlite("commands beside a running service", (database) => {
	let service: TestService;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createRunnerBeside(service, databaseUrl);
	});
	after(() => service.stop());

	const show = async (name: string) => (await run(`user show ${name} --json`)).json().user as ShownUser;
	const events = async (event: string) =>
		service.running.deployment.opened.database
			.selectFrom("audit_events")
			.selectAll()
			.where("event", "=", event)
			.execute();

	it("adds a user by one password on standard input, who can log in at once", async () => {
		const added = await run("user add Ada --role admin --password-stdin", { input: `${ADMIN_PASSWORD}\r\n` });
		assert.deepEqual([added.code, added.out, added.err], [0, "Added admin ada.\n", ""]);
		assert.equal((await service.visitor().logIn("ADA", ADMIN_PASSWORD)).status, 200);
	});

	it("adds a user with a setup link that works once", async () => {
		const { setupLink, user } = (await run("user add bob --json")).json() as {
			setupLink: string;
			user: { state: string };
		};
		assert.equal(user.state, "invited");
		const again = (await run("setup-link --json")).json().setupLinks as Array<{ setupLink: string }>;
		assert.ok(
			again.some((each) => each.setupLink === setupLink),
			"printed again",
		);
		const ofBob = (await run("setup-link bob --json")).json().setupLinks as Array<{ username: string }>;
		assert.deepEqual(
			ofBob.map(({ username }) => username),
			["bob"],
		);
		const body = { token: tokenOf(setupLink), password: ADMIN_PASSWORD };
		assert.equal((await service.visitor().post("/api/auth/setup", body)).status, 200);
		assert.equal((await service.visitor().post("/api/auth/setup", body)).status, 409);
	});

	it("makes links that lead to the service, also in a shell that does not know its base URL", async () => {
		const linkOf = async (baseUrl: string) => {
			const ran = await run("setup-link --json", { more: { SALLYPORT_BASE_URL: baseUrl } });
			const [found] = ran.json().setupLinks as Array<{ setupLink: string }>;
			return { origin: new URL(found?.setupLink ?? "").origin, err: ran.err };
		};
		assert.deepEqual(await linkOf(""), { origin: service.baseUrl, err: "" });
		assert.deepEqual(await linkOf(service.baseUrl), { origin: service.baseUrl, err: "" });
		const other = "https://elsewhere.example";
		assert.deepEqual(await linkOf(other), {
			origin: other,
			err: `sallyport: SALLYPORT_BASE_URL is ${other} here, but the service started with ${service.baseUrl}. Links lead to ${other}.\n`,
		});
		// As a release left it that did not note its base URL.
		const facts = service.running.deployment.opened.database.deleteFrom("deployment");
		await facts.where("name", "=", "base_url").execute();
		assert.deepEqual(await linkOf(""), { origin: "http://localhost:8400", err: "" });
	});

	it("refuses a name that is taken", async () => {
		const { code, out, err } = await run("user add BOB");
		assert.deepEqual([code, out], [1, ""]);
		assert.equal(err, "sallyport: The username is taken. Choose another one.\n");
	});

	it("refuses a bad password with its reason and adds no user", async () => {
		for (const input of ["passwordpassword1", `${ADMIN_PASSWORD}\nsecond line`, "\n"]) {
			const { code, out, err } = await run("user add eve --password-stdin", { input });
			assert.deepEqual([code, out, err.trimEnd().split("\n").length], [1, "", 1], input);
		}
		assert.equal((await run("user show eve")).code, 1);
	});

	it("lists users in columns and as JSON", async () => {
		const { out } = await run("user list");
		assert.match(out, /^NAME +ROLE +STATE +CREATED +LAST LOGIN +TWO STEPS +GROUPS\n/);
		assert.match(out, /^ada +admin +active +\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ +\d{4}/m);
		const { users } = (await run("user list --json")).json() as { users: ShownUser[] };
		assert.deepEqual(
			users.map(({ username, state }) => `${username} ${state}`),
			["ada active", "admin invited", "bob active"],
		);
	});

	// Proves: session-end
	it("disables a user: sessions of both kinds are refused at once, and login too", async () => {
		const visitor = await service.loggedIn("bob");
		const { token } = (await service.visitor().logIn("bob", ADMIN_PASSWORD)).body ?? {};
		const bearer = { authorization: `Bearer ${String(token)}` };
		assert.equal((await service.visitor().get("/api/auth/session", bearer)).status, 200);

		const { ended } = (await run("user disable bob --json")).json();
		assert.equal(ended, 3, "with the one of the setup link");
		assert.equal((await visitor.get("/api/auth/session")).body?.code, "session_ended");
		assert.equal((await service.visitor().get("/api/auth/session", bearer)).body?.code, "session_ended");
		assert.equal((await service.visitor().logIn("bob", ADMIN_PASSWORD)).body?.code, "invalid_credentials");
		assert.equal((await show("bob")).state, "disabled");

		assert.equal((await run("user enable bob")).out, "Enabled bob.\n");
		assert.equal((await service.visitor().logIn("bob", ADMIN_PASSWORD)).status, 200);
	});

	// Proves: session-end, audit-log
	it("ends one session, those of a user, and all, on record as the operator's act", async () => {
		const first = await service.loggedIn("ada");
		const visitors = [first, await service.loggedIn("ada"), await service.loggedIn("bob")];
		const standing = () =>
			Promise.all(visitors.map(async (visitor) => (await visitor.get("/api/auth/session")).status === 200));
		const list = async (words: string) =>
			(await run(`session list ${words} --json`)).json().sessions as Array<{
				id: string;
				username: string;
				kind: string;
			}>;
		const ofBob = await list("--user bob");
		assert.deepEqual([...new Set(ofBob.map(({ username }) => username))], ["bob"]);
		assert.deepEqual(await list("bob"), ofBob);
		assert.match((await run("session list")).out, /^ID +USER +KIND .*\n[0-9a-f-]{36} +\w+ +(cookie|token) /);

		const { session } = (await first.get("/api/auth/session")).body as { session: { id: string } };
		assert.equal((await run(`session end ${session.id}`)).out, "1 session ended.\n");
		assert.deepEqual(await standing(), [false, true, true]);
		assert.equal((await run(`session end ${session.id}`)).code, 1, "it has ended already");
		assert.equal((await run("session end --user ada")).code, 0);
		assert.equal((await run("session end --user ada")).out, "There was no live session to end.\n");
		assert.deepEqual(await standing(), [false, false, true]);
		assert.equal((await run("session end --all")).code, 0);
		assert.deepEqual(await standing(), [false, false, false]);
		assert.deepEqual(await list(""), []);
		const recorded = (await events("session_ended")).map(
			({ session_id, detail }) => `${session_id} ${detail}`,
		);
		assert.ok(recorded.includes(`${session.id} {"reason":"revoked_by_admin"}`));
	});

	// Proves: persistent-guessing
	it("unlocks an account that guessing has closed", async () => {
		const attacker = service.visitor();
		for (let guess = 0; guess < 10; guess++) await attacker.logIn("ada", "no, it was another one");
		assert.equal((await attacker.logIn("ada", ADMIN_PASSWORD)).status, 429);
		assert.notEqual((await show("ada")).closedToStrangersUntil, null);
		assert.match((await run("user show ada")).out, /^unknown devices +have to wait until \d{4}-/m);
		assert.equal((await run("user unlock ada")).out, "Unlocked ada.\n");
		assert.equal((await show("ada")).closedToStrangersUntil, null);
		assert.match(
			(await run("user show ada")).out,
			/^display name +Ada\n(?:.*\n)+unknown devices +may try to log in\n/m,
		);
		assert.equal((await attacker.logIn("ada", ADMIN_PASSWORD)).status, 200);
	});

	// Proves: session-end
	it("resets a password: the old one and every session are gone, the link sets a new one", async () => {
		const visitor = await service.loggedIn("bob");
		const { setupLink } = (await run("user reset bob --json")).json() as { setupLink: string };
		assert.equal((await visitor.get("/api/auth/session")).body?.code, "session_ended");
		assert.equal((await service.visitor().logIn("bob", ADMIN_PASSWORD)).status, 401);
		assert.equal((await show("bob")).state, "reset");
		assert.match((await run("user show bob")).out, /^state +reset$/m);
		const body = { token: tokenOf(setupLink), password: "another horse, another battery" };
		assert.equal((await service.visitor().post("/api/auth/setup", body)).status, 200);
	});

	it("says until when the link of a new or reset user works", async () => {
		for (const command of ["user add eve", "user reset eve"]) {
			const { out } = await run(command);
			const expiry = (await show("eve")).setupLinkExpiresAt ?? "";
			const until = `${expiry.slice(0, 10)} ${expiry.slice(11, 19)}Z`;
			assert.ok(out.includes(`It works once, until ${until}:\n`), out);
		}
		const { setupLinkExpiresAt } = (await run("user reset eve --json")).json();
		assert.equal(setupLinkExpiresAt, (await show("eve")).setupLinkExpiresAt);
	});

	it("shows an invited user who is reset as invited still", async () => {
		assert.equal((await run("user reset eve")).code, 0);
		assert.equal((await show("eve")).state, "invited");
		assert.equal((await run("user remove eve")).code, 0);
	});

	it("removes a user for good", async () => {
		assert.match((await run("user remove bob")).out, /^Deleted bob\. Events keep the id [0-9a-f-]{36}\.\n$/);
		const { code, err } = await run("user show bob --json");
		assert.deepEqual(
			[code, JSON.parse(err)],
			[1, { error: { code: "not_found", message: "There is no user of this name." } }],
		);
	});

	// Proves: signing-keys
	it("rotates the signing key, not before verifiers know the next one unless forced", async () => {
		const list = async () =>
			(await run("key list --json")).json().keys as Array<{ kid: string; state: string }>;
		const next = (await list()).find(({ state }) => state === "next")?.kid;
		const early = await run("key rotate");
		assert.equal(early.code, 1);
		assert.match(early.err, /use --force/);
		assert.equal((await run("key rotate --force --json")).json().active, next);
		assert.deepEqual((await list()).map(({ state }) => state).sort(), ["active", "next", "retired"]);
		assert.match((await run("key list")).out, /^KID +FOR +ALGORITHM +STATE/);
	});

	it("makes a new setup link for an admin without a password whose link has expired", async () => {
		assert.equal((await run("user reset ada")).code, 0);
		await service.running.deployment.opened.database
			.updateTable("setup_links")
			.set({ expires_at: 1 })
			.execute();
		const made = async () => (await events("setup_link_created")).length;
		const before = await made();
		assert.match((await run("setup-link ada")).out, /^ada /);
		assert.equal(await made(), before + 1, "none for another admin");
		const { setupLinks } = (await run("setup-link --json")).json() as {
			setupLinks: Array<{ username: string; setupLink: string }>;
		};
		assert.equal(String(setupLinks.map(({ username }) => username)), "ada,admin");
		assert.ok((await run("setup-link")).out.includes(setupLinks[0]?.setupLink ?? "?"), "the same again");
	});

	it("says that there is nothing to migrate", async () => {
		assert.equal((await run("migrate")).out, "Nothing to do: the database is up to date.\n");
		assert.deepEqual((await run("migrate --json")).json(), { migrated: [] });
	});
});
