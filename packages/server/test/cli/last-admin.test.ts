/** No operator takes away the last admin who can log in by mistake. */
import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import type { UserAdministration } from "../../src/operations/administration/administer-users.ts";
import type { LoginError } from "../../src/platform/errors.ts";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { forEachDatabase, onPostgres } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually, waits } from "../support/interleave.ts";
import { createRunnerBeside, startTestService, type TestService } from "../support/service.ts";

const HOUR = 3_600_000;

forEachDatabase("the last admin", (database) => {
	let service: TestService;
	let other: TestService;
	let users: UserAdministration;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		other = await startTestService({
			databaseUrl,
			settings: { ...cheap, SALLYPORT_BASE_URL: service.baseUrl },
		});
		users = usersOf(service);
		run = createRunnerBeside(service, databaseUrl);
	});
	after(async () => {
		await other.stop();
		await service.stop();
	});
	const removeEveryone = () => service.running.deployment.opened.database.deleteFrom("users").execute();
	beforeEach(removeEveryone);

	/** An active one has a password, which no test checks. */
	const addAdmin = (name: string, passwordHash: string | null = "a hash") =>
		users.add({ name, role: "admin", passwordHash });
	const refused = (work: Promise<unknown>) => assert.rejects(work, { code: "last_admin" });

	it("is neither disabled nor removed, and nothing is recorded", async () => {
		await addAdmin("ada");
		await users.add({ name: "ben", role: "user", passwordHash: "a hash" });
		const recorded = (await rowsOf(service)).length;
		await refused(users.disable("ada"));
		await refused(users.remove("ada"));
		assert.equal((await users.find("ada")).disabledAt, null);
		assert.equal((await rowsOf(service)).length, recorded);
		await users.disable("ben");
		await users.remove("ben");
	});

	it("may go while another one has a password, or a setup link that is open", async () => {
		for (const hash of ["a hash", null]) {
			await addAdmin("ada");
			await addAdmin("bea", hash);
			await users.disable("ada");
			await users.enable("ada");
			await users.remove("ada");
			await refused(users.remove("bea"));
			await users.remove("bea", { lastAdmin: true });
		}
	});

	it("is the last one beside admins who are disabled, or whose setup link has expired", async () => {
		await addAdmin("ada");
		await addAdmin("bea");
		await addAdmin("cleo", null);
		await users.disable("bea");
		await users.disable("ada");
		await users.enable("ada");
		service.travel(25 * HOUR);
		await refused(users.disable("ada"));
		await users.remove("cleo");
		await users.remove("bea");
	});

	it("is refused by the commands with what to do, and obeyed with --even-the-last-admin", async () => {
		for (const act of ["disable", "remove"]) {
			await addAdmin("ada");
			const { code, out, err } = await run(`user ${act} ada`);
			assert.deepEqual([code, out], [1, ""]);
			assert.match(err, /^sallyport: No other admin could log in\. Add or enable one first; .*\n$/);
			const { error } = JSON.parse((await run(`user ${act} ada --json`)).err) as { error: { code: string } };
			assert.equal(error.code, "last_admin");
			const overridden = await run(`user ${act} ada --even-the-last-admin`);
			assert.deepEqual([overridden.code, overridden.err], [0, ""]);
			await removeEveryone();
		}
	});

	it("remains when the last two are taken away at once, on two instances", async () => {
		const acts = ["disable", "remove"] as const;
		for (const first of acts)
			for (const second of [...acts, ...acts, ...acts]) {
				await addAdmin("ada");
				await addAdmin("bea");
				const both = [users[first]("ada"), usersOf(other)[second]("bea")];
				const failed = (await Promise.allSettled(both)).filter((each) => each.status === "rejected");
				const codes = failed.map(({ reason }) => (reason as LoginError).code);
				assert.deepEqual(codes, ["last_admin"], `${first}, ${second}`);
				await removeEveryone();
			}
	});
});

onPostgres("a user who becomes the last admin while an act on them waits", (database) => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	for (const [act, ended] of [
		["disable", "disabled"],
		["remove", "removed"],
	] as const)
		it(`is not ${ended}`, async () => {
			const { database: queries } = service.running.deployment.opened;
			await queries.deleteFrom("users").execute();
			const users = usersOf(service);
			await users.add({ name: "ada", role: "admin", passwordHash: "a hash" });
			await users.add({ name: "ben", role: "user", passwordHash: "a hash" });
			const acting = await queries.transaction().execute(async (others) => {
				const change = others.updateTable("users");
				await change.set({ role: "admin" }).where("username", "=", "ben").execute();
				const started = Promise.allSettled([users[act]("ben")]);
				await eventually(() => waits(queries));
				await change.set({ role: "user" }).where("username", "=", "ada").execute();
				return { started };
			});
			const [outcome] = await acting.started;
			assert.equal(outcome.status === "rejected" && (outcome.reason as LoginError).code, "last_admin");
			assert.equal((await users.find("ben")).disabledAt, null);
		});
});
