/** `sallyport event list`, as an operator uses it beside a running service. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { describeEvent } from "../../src/operator/cli/by-database.ts";
import { safeJson } from "../../src/operator/cli/columns.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { endFollowing, follow, type ListedEvent } from "../support/followed-events.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

forEachDatabase("sallyport event list", (database) => {
	let service: TestService;
	let settings: Record<string, string>;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		settings = {
			...cheap,
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_BASE_URL: service.baseUrl,
		};
		run = createHostedRunner(settings);
		for (const name of ["ada", "bob"]) await service.addUser(name);
		await service.loggedIn("ada");
		await service.visitor().logIn("ada", "not the password");
		await service.visitor({ "user-agent": "\u0085evil" }).logIn("bob", ADMIN_PASSWORD);
	});
	after(() => service.stop());
	afterEach(endFollowing);

	const list = async (words: string) =>
		(await run(`event list ${words} --json`)).json().events as ListedEvent[];

	it("lists the newest last, in columns", async () => {
		const { code, out, err } = await run("event list");
		assert.deepEqual([code, err], [0, ""]);
		const [head = "", ...lines] = out.trimEnd().split("\n");
		assert.match(head, /^TIME +LEVEL +EVENT +USER +ADDRESS +DETAIL$/);
		assert.match(
			lines.at(-1) ?? "",
			/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ +info +authn_\w+ +bob +127\.0\.0\.1 +\w[\w ]*: /,
		);
		const column = head.indexOf("EVENT");
		for (const line of lines) assert.match(line.slice(column), /^\w+/, line);
		assert.deepEqual(
			lines.map((line) => line.slice(0, 20)),
			lines.map((line) => line.slice(0, 20)).sort(),
		);
	});

	it("filters by user, event, age and number, alone and together", async () => {
		const all = await list("");
		assert.ok(all.length > 5);
		assert.ok(all.every(({ time }, at) => at === 0 || time >= (all[at - 1]?.time ?? "")));
		assert.deepEqual(await list("--limit 2"), all.slice(-2));
		const olderOnes = async (limit: number) =>
			/There are older ones: .*--limit 1000/.test((await run(`event list --limit ${limit}`)).out);
		assert.equal(await olderOnes(all.length - 1), true);
		assert.equal(await olderOnes(all.length), false);
		const ofAda = await list("--user ADA");
		assert.deepEqual(await list("ada"), ofAda);
		assert.deepEqual(
			ofAda,
			all.filter(({ username }) => username === "ada"),
		);
		const failed = await list("--user ada --event authn_login_fail");
		assert.deepEqual(
			failed.map(({ level, clientAddress, detail }) => [level, clientAddress, detail.reason]),
			[["warn", "127.0.0.1", "wrong_password"]],
		);
		assert.deepEqual(await list("--user bob --event authn_login_fail"), []);
		assert.equal(
			(await run("event list --user bob --event authn_login_fail")).out,
			"There are no such events.\n",
		);
		assert.deepEqual(await list("--since 1h"), all);
		const { database: queries } = service.running.deployment.opened;
		const [first] = all;
		const old = { time: service.now() - 2 * 3_600_000 };
		await queries
			.updateTable("audit_events")
			.set(old)
			.where("id", "=", first?.id ?? "")
			.execute();
		assert.equal((await list("--since 1h")).length, all.length - 1);
		assert.equal((await list("--since 3h")).length, all.length);
	});

	it("does not follow an unknown user", async () => {
		const { code, out, err } = await run("event list --user unknown --follow");
		assert.deepEqual(
			[code, out, err],
			[1, "", "sallyport: There is no user of this name. See npx sallyport user list.\n"],
		);
	});

	// One of the two on each database.
	const signal = database.dialect === "sqlite" ? "SIGINT" : "SIGTERM";
	it(`follows what happens, each event once, until ${signal}`, async () => {
		const following = follow(settings, "--limit 1 --json");
		const first = await following.nextEvent();
		assert.deepEqual([first], await list("--limit 1"), "what is recorded already comes first");
		await service.loggedIn("ada");
		const told: ListedEvent[] = [];
		while (!told.some(({ event }) => event.startsWith("authn_login_success")))
			told.push(await following.nextEvent());
		await service.visitor().logIn("ada", "not the password");
		while (!told.some(({ event }) => event === "authn_login_fail")) told.push(await following.nextEvent());
		const since = (await list("")).filter(({ id }) => told.some((each) => each.id === id));
		assert.deepEqual(
			told.map(({ id }) => id),
			[...new Set(told.map(({ id }) => id))],
		);
		assert.equal(since.length, told.length);
		assert.deepEqual(told.map(({ event }) => event).sort(), [
			"authn_login_fail",
			...told.map(({ event }) => event).filter((event) => event.startsWith("authn_login_success")),
			"session_created",
		]);
		assert.equal(await following.end(signal), 0);
	});

	// On one database: each starts a process, which takes longer than all else here.
	if (database.dialect === "postgres")
		it("shows an event whose transaction took longer than that of a later one", showsLateEvents);
	else {
		it("follows one user and one level only, in columns below each other", followsOneUser);
		it("ends when its output is no longer read", endsUnread);
	}

	async function followsOneUser() {
		const following = follow(settings, "--follow --user bob --level warn --address 127.0.0.");
		assert.match(await following.nextLine(), /^TIME +LEVEL +EVENT/);
		await service.loggedIn("bob");
		for (const name of ["ada", "bob", "bob"]) await service.visitor().logIn(name, "not the password");
		const lines = [await following.nextLine(), await following.nextLine()];
		for (const line of lines)
			assert.match(line, /Z +warn +authn_login_fail +bob +127\.0\.0\.1 +reason: wrong password/);
		assert.equal(lines[0]?.indexOf("authn"), lines[1]?.indexOf("authn"));
		assert.equal(await following.end("SIGINT"), 0);
	}

	async function showsLateEvents() {
		const following = follow(settings, "--limit 1 --json");
		await following.nextEvent();
		const { audit } = service.running.deployment;
		await audit.record({ event: "user_updated", detail: { reset: true } });
		assert.deepEqual((await following.nextEvent()).detail, { reset: true });
		// As it would stand there if it had been written 5 s ago and committed now.
		const { database: queries } = service.running.deployment.opened;
		const late = { id: "late", time: service.now() - 5000, event: "user_updated", level: "info" };
		await queries
			.insertInto("audit_events")
			.values({
				...late,
				user_id: null,
				session_id: null,
				request_id: null,
				client_address: null,
				user_agent: null,
				detail: "{}",
			})
			.execute();
		assert.equal((await following.nextEvent()).id, "late");
		assert.equal(await following.end("SIGTERM"), 0);
	}

	async function endsUnread() {
		const following = follow(settings, "--limit 1 --json");
		await following.nextEvent();
		following.child.stdout.destroy();
		await service.visitor().logIn("ada", "not the password");
		await service.visitor().logIn("ada", "not the password");
		assert.equal(await following.ended, 0);
	}
});

describe("an event on a terminal", () => {
	it("cannot control the terminal: characters that JSON does not escape are escaped too, and mean the same", () => {
		const userAgent = "\u0085\u009b31m\u202e\u{e0041}\u001b[2J\nx";
		const event = {
			...{ id: "1", time: 0, event: "e", level: "info", actorKind: "cli", actorId: "\u202eroot" },
			...{ userId: null, username: "a\u202eb" },
			...{ sessionId: null, requestId: null, clientAddress: null, userAgent, detail: { x: userAgent } },
		};
		for (const indent of [undefined, 2]) {
			const written = safeJson(describeEvent(event), indent);
			assert.doesNotMatch(written.replaceAll("\n", ""), /\p{C}/u);
			assert.deepEqual(JSON.parse(written), { ...describeEvent(event) });
		}
		assert.equal(safeJson(describeEvent(event)).includes("\n"), false, "one line");
	});
});
