/** Filters and words of what `user list`, `session list` and `event list` show. */
// With no other service in its process: it takes the statements given there for its own.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import { listUsers } from "../../src/identity/user/user-page-store.ts";
import type { OpenedDatabase } from "../../src/platform/database/open.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { ownSession } from "../support/own-session.ts";
import {
	ADMIN_PASSWORD,
	createRunnerBeside,
	startTestService,
	type TestService,
} from "../support/service.ts";
import { watchStatements } from "../support/watch-statements.ts";

/** A page of a search goes from name to name in both databases. */
const plans = {
	sqlite: /SEARCH users USING INDEX users_username \(username>\? AND username<\?\)/,
	postgres: /Index Scan using users_name on users.*username\)::text >= \$1\) AND \(\(username\)::text < \$2/,
};

function planOf({ database, dialect }: OpenedDatabase, statement: string): Promise<string> {
	return database.transaction().execute(async (queries) => {
		// However few users there are.
		if (dialect === "postgres") await sql`set local enable_seqscan = off`.execute(queries);
		const explain = dialect === "sqlite" ? "explain query plan" : "explain (generic_plan)";
		return JSON.stringify((await sql.raw(`${explain} ${statement}`).execute(queries)).rows);
	});
}

interface ListedEvent {
	id: string;
	level: string;
}

forEachDatabase("what commands list", (database) => {
	let service: TestService;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createRunnerBeside(service, databaseUrl);
		await service.addUser("bob");
	});
	after(() => service.stop());

	it("finds users by the beginning of their names, also where others sort in between", async () => {
		const { opened } = service.running.deployment;
		const found = async (prefix: string) =>
			((await run(`user list --search ${prefix} --json`)).json().users as Array<{ username: string }>).map(
				(user) => user.username,
			);
		const names = ["zoe", "zoé", "zo-e", "zo_e", "zo%e", "zo\\e", "zöe", "z\u{1F600}e", "zo"];
		for (const name of names) assert.equal((await run(`user add ${name}`)).code, 0, name);
		const sorted = (some: string[]) => some.map((each) => each.normalize("NFKC")).sort();
		assert.deepEqual(sorted(await found("ZO")), sorted(names.filter((name) => name.startsWith("zo"))));
		for (const only of ["zo_", "zo%", "zo\\", "zo-e", "z\u{1F600}"])
			assert.deepEqual(
				await found(only),
				names.filter((name) => name.startsWith(only)),
				only,
			);
		assert.deepEqual(await found("zoe-unknown"), []);
		assert.equal((await run("user set bob --email zo@example.com")).code, 0);
		assert.deepEqual(await found("zo@example.com"), [], "an address is not the beginning of a name");
		assert.equal((await run("user list zo")).out, (await run("user list --search zo")).out);
		const all = async (q?: string) => (await Array.fromAsync(listUsers(opened, { q }))).flat();
		assert.deepEqual(
			new Set((await all("z")).map(({ id }) => id)),
			new Set((await all()).filter(({ username }) => username.startsWith("z")).map(({ id }) => id)),
		);
		for (const name of names) await run(`user remove ${name}`);
		const [statement = ""] = await watchStatements(() => all("zo"));
		assert.match(await planOf(opened, statement), plans[opened.dialect]);
	});

	it("names the client of a session in words", async () => {
		const agents = {
			"Firefox on Linux": "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
			curl: "curl/8.14.1",
			"-": "\u009b31m (evil)",
		};
		for (const agent of Object.values(agents))
			await service.visitor({ "user-agent": agent }).logIn("bob", ADMIN_PASSWORD, { session: true });
		const { out } = await run("session list --user bob");
		for (const name of Object.keys(agents))
			assert.match(out, new RegExp(`^\\S+ +bob +cookie .* 127\\.0\\.0\\.1 +${name}$`, "m"));
		assert.doesNotMatch(out, /Mozilla|evil/);
	});

	it("filters by level, address and end of the range", async () => {
		await service.visitor().logIn("bob", "not the password");
		await service.loggedIn("bob");
		const list = async (words: string) =>
			(await run(`event list ${words} --json`)).json().events as ListedEvent[];
		const { database: queries } = service.running.deployment.opened;
		const all = await list("");
		const set = (event: ListedEvent | undefined, row: { client_address: string } | { time: number }) =>
			queries
				.updateTable("audit_events")
				.set(row)
				.where("id", "=", event?.id ?? "")
				.execute();
		const failed = all.findIndex(({ level }) => level === "warn");
		await set(all[failed], { client_address: "203.0.113.7" });
		await set(all[failed + 1], { client_address: "203.0.113.70" });
		const idsOf = async (words: string) => (await list(words)).map(({ id }) => id);
		assert.deepEqual(await idsOf("--level warn"), [all[failed]?.id]);
		assert.deepEqual(await idsOf("--level error"), []);
		assert.deepEqual(await idsOf("--level info"), await idsOf(""));
		assert.deepEqual(await idsOf("--address 203.0.113.7"), [all[failed]?.id]);
		assert.deepEqual(await idsOf("--address ::ffff:203.0.113.70"), [all[failed + 1]?.id]);
		assert.deepEqual(await idsOf("--address 203.0.113."), [all[failed]?.id, all[failed + 1]?.id]);
		assert.deepEqual(await idsOf("--address 203.0.113. --level warn"), [all[failed]?.id]);
		const date = new Date(service.now() - 3 * 86_400_000).toISOString().slice(0, 10);
		const day = Date.parse(`${date}T00:00:00Z`);
		for (const [at, hour] of [8, 9, 10].entries()) await set(all[at], { time: day + hour * 3_600_000 });
		const three = all.slice(0, 3).map(({ id }) => id);
		assert.deepEqual(await idsOf(`--until ${date}T10:00:00Z`), three);
		assert.deepEqual(await idsOf(`--until ${date}T09:59`), three.slice(0, 2));
		assert.deepEqual(await idsOf(`--since ${date}T11:00+02:00 --until ${date}T09:00`), three.slice(1, 2));
		assert.deepEqual(await idsOf(`--until ${date}`), []);
		assert.deepEqual(await idsOf("--until 2h"), three);
	});

	it("finds what happened in one session by the id that session list shows", async () => {
		const { id } = await ownSession(await service.loggedIn("bob"));
		await service.loggedIn("bob");
		const { out } = await run(`event list --session ${id} --json`);
		const { events } = JSON.parse(out) as { events: Array<{ event: string; sessionId: string }> };
		assert.deepEqual(
			events.map(({ event, sessionId }) => [event, sessionId]).sort(),
			["authn_login_success", "session_created"].map((event) => [event, id]),
		);
	});

	it("finds what happened in one request by the id that its response has", async () => {
		const refused = await service.visitor().logIn("bob", "not the password");
		await service.visitor().logIn("bob", "not the password");
		const { out } = await run(`event list --request ${refused.headers.get("x-request-id")} --json`);
		const { events } = JSON.parse(out) as { events: Array<{ event: string; detail: { reason: string } }> };
		assert.deepEqual(
			events.map(({ event, detail }) => [event, detail.reason]),
			[["authn_login_fail", "wrong_password"]],
		);
	});
});
