/** What is left of a user who was removed: events by an id, and nothing that names anyone. */
// Proves: removal, freed-space
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, before, it } from "node:test";
import { sqliteFile } from "../../src/platform/lib/database-url.ts";
import { allRows } from "../support/all-rows.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { bearerOf } from "../support/own-session.ts";
import { addPerson, administrationOf, logInForToken } from "../support/people.ts";
import { plantPerson } from "../support/planted-person.ts";
import { createRunnerBeside, startTestService, type TestService } from "../support/service.ts";
import { textsInFiles } from "../support/texts-in-files.ts";

const address = "203.0.113.77";
const agent = "a browser of its own";

forEachDatabase("a user who was removed", (database) => {
	let service: TestService;
	let databaseUrl: string;
	const settings = { ...cheap, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1" };
	before(async () => {
		databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings });
	});
	after(() => service.stop());

	/** Rows of any table in which one of the texts occurs. */
	async function rowsWith(...texts: string[]): Promise<string[]> {
		const rows = [...(await allRows(databaseUrl))].flatMap(([table, all]) =>
			all.map((row) => `${table} ${row}`),
		);
		return rows.filter((row) => texts.some((text) => row.includes(text)));
	}

	const eventsOf = (id: string) =>
		service.running.deployment.opened.database
			.selectFrom("audit_events")
			.selectAll()
			.where("user_id", "=", id)
			.orderBy("time")
			.execute();

	it("is named in no row of any table, and other users lose nothing", async () => {
		const id = await addPerson(service, "adelheid");
		const client = { "x-forwarded-for": address, "user-agent": agent };
		await service.visitor(client).logIn("Adelheid", "a wrong password");
		await service.visitor(client).logIn("adelheid", "correct horse battery staple", { session: true });
		await plantPerson(service, { id, username: "adelheid" });
		const other = await addPerson(service, "benedikta", { email: "benedikta@example.com" });
		await plantPerson(service, { id: other, username: "benedikta" });
		const marks = ["adelheid", address, agent];
		for (const mark of marks) assert.notDeepEqual(await rowsWith(mark), [], mark);
		const ofOther = await rowsWith("benedikta", other);
		const before = await eventsOf(id);
		assert.equal((await rowsWith('["key","account:')).length, 1);

		assert.deepEqual(await administrationOf(service).users.remove("adelheid"), { id });
		assert.deepEqual(await rowsWith(...marks, `"account"`).then(ofKnown), []);
		assert.deepEqual(await rowsWith("benedikta", other), ofOther);
		const tables = new Set((await rowsWith(id)).map((row) => row.split(" ", 1)[0]));
		assert.deepEqual([...tables].sort(), ["audit_events", "erasures"]);
		assert.deepEqual(await rowsWith('["key","account:'), [], "counters of the account");
		const kept = await eventsOf(id);
		const outcomes = (rows: typeof kept) =>
			rows.map((row) => [row.id, row.time, row.event, row.level, row.actor_kind, row.session_id]);
		assert.deepEqual(outcomes(kept.slice(0, before.length)), outcomes(before));
		assert.deepEqual([kept.at(-1)?.event, kept.at(-1)?.detail], ["user_deleted", "{}"]);
	});

	/** A pseudonym of a typed name may stay where no user is known. */
	const ofKnown = (rows: string[]) => rows.filter((row) => !row.includes('["user_id",null]'));

	if (database.dialect === "sqlite")
		it("is nowhere in the file and its log, while the service runs and after its stop", async () => {
			const client = { "x-forwarded-for": "203.0.113.78", "user-agent": "an agent of its own" };
			const marks = ["friederike", "203.0.113.78", "an agent of its own"];
			const id = await addPerson(service, "friederike", { email: "friederike@example.com" });
			for (let login = 0; login < 30; login++)
				await service.visitor(client).logIn("friederike", "correct horse battery staple", { session: true });
			await plantPerson(service, { id, username: "friederike" });
			assert.deepEqual(textsInFiles(databaseUrl, ...marks), marks);
			// A reader, such as a backup, keeps the log; the service empties it later.
			const backup = new DatabaseSync(sqliteFile(databaseUrl) ?? "", { readOnly: true });
			backup.exec("begin; select count(*) from users");
			await createRunnerBeside(service, databaseUrl)("user remove friederike");
			assert.deepEqual(textsInFiles(databaseUrl, ...marks), marks);
			backup.close();
			await service.running.maintenance.run();
			assert.deepEqual(textsInFiles(databaseUrl, ...marks), []);

			await addPerson(service, "gerlinde", { email: "gerlinde@example.com" });
			await createRunnerBeside(service, databaseUrl)("user remove gerlinde");
			assert.deepEqual(textsInFiles(databaseUrl, "gerlinde"), []);
			await service.stop();
			assert.deepEqual(textsInFiles(databaseUrl, ...marks, "gerlinde"), []);
			service = await startTestService({ databaseUrl, settings });
		});

	if (database.dialect === "sqlite")
		// Between the two transactions of a removal, the name was looked up anew.
		it("is the one who had the name when it began, and no user who gets it since", async () => {
			const { users } = administrationOf(service);
			const id = await addPerson(service, "hanna");
			const other = await addPerson(service, "hedwig");
			await service.loggedIn("hanna");
			await users.endSessions("hanna");
			const file = new DatabaseSync(sqliteFile(databaseUrl) ?? "");
			file.exec(`create trigger renames after delete on sessions begin
				update users set username = 'johanna' where id = '${id}';
				update users set username = 'hanna' where id = '${other}';
			end`);
			await assert.rejects(users.remove("hanna"), { code: "not_found" });
			file.exec("drop trigger renames");
			file.close();
			for (const [name, found] of [
				["johanna", id],
				["hanna", other],
			] as const)
				assert.equal((await users.find(name)).id, found);
		});

	it("is removed once, however many operators do it at once", async () => {
		for (const name of ["ida", "ilse", "inge", "iris"]) {
			const id = await addPerson(service, name);
			const { users } = administrationOf(service);
			const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => users.remove(name)));
			const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
			assert.deepEqual(refused, Array(7).fill("not_found"));
			const removals = (await eventsOf(id)).filter(({ event }) => event === "user_deleted");
			assert.equal(removals.length, 1);
		}
	});

	it("is found by the id, which the command prints", async () => {
		const id = await addPerson(service, "cleo");
		const run = createRunnerBeside(service, databaseUrl);
		assert.deepEqual((await run("user remove cleo --json")).json(), { username: "cleo", id });
		const { events } = (await run(`event list --json --user ${id}`)).json() as { events: unknown[] };
		assert.deepEqual(
			(events as Array<{ event: string }>).map(({ event }) => event),
			["user_created", "user_deleted"],
		);
		assert.match((await run("event list --user cleo")).err, /no user of this name/);
	});

	it("is not named by what comes later either: an old token that is tried again", async () => {
		const id = await addPerson(service, "daniela");
		const token = bearerOf(await logInForToken(service, "daniela"));
		await administrationOf(service).users.remove("daniela");
		service.travel(2 * 3_600_000);
		const answer = await service.visitor({ "x-forwarded-for": address }).get("/api/auth/session", token);
		assert.equal(answer.status, 401);
		assert.equal((await eventsOf(id)).at(-1)?.event, "session_use_after_expire");
		await service.running.maintenance.run();
		assert.deepEqual(await rowsWith(address, "daniela"), []);
		assert.ok((await eventsOf(id)).length > 3);
		const retention = 91 * 24 * 3_600_000;
		service.travel(retention);
		await service.running.maintenance.run();
		assert.deepEqual(await rowsWith(id), []);
	});
});
