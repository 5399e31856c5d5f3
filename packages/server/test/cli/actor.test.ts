/** Who caused an event: in `sallyport event list`, as an operator reads it. */
// Proves: audit-log
import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { startTestService, type TestService } from "../support/service.ts";

interface Listed {
	event: string;
	actorKind: string | null;
	actorId: string | null;
	userId: string | null;
	username: string | null;
}

onSqlite("the actor of an event", (database) => {
	let service: TestService;
	let run: Run;
	let events: Listed[];
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createHostedRunner({
			...cheap,
			SALLYPORT_SECRET: "a secret of this test, long enough to be one",
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_BASE_URL: service.baseUrl,
		});
		await service.addUser("ada");
		await service.loggedIn("ada");
		await service.visitor().logIn("ada", "not the password");
		const { code, err } = await run("user disable ada");
		assert.equal(code, 0, err);
		events = (await run("event list --json --limit 200")).json().events as Listed[];
	});
	after(() => service.stop());

	const only = (name: string): Listed => {
		const found = events.filter(({ event }) => event === name);
		assert.equal(found.length, 1, `${found.length} events ${name}`);
		return found[0] as Listed;
	};

	it("of a login is the user", () => {
		const { actorKind, actorId, userId, username } = only("authn_login_success");
		assert.deepEqual([actorKind, actorId, username], ["self", userId, "ada"]);
		assert.notEqual(userId, null);
	});

	it("of a failed login is unknown, also when the name belongs to a user", () => {
		const { actorKind, actorId, username } = only("authn_login_fail");
		assert.deepEqual([actorKind, actorId, username], ["unknown", null, "ada"]);
	});

	it("of a command is its operator, by the name of the account on that machine", () => {
		const operator = { actorKind: "cli", actorId: userInfo().username };
		const { actorKind, actorId, username } = only("user_updated");
		assert.deepEqual([{ actorKind, actorId }, username], [operator, "ada"]);
		const ended = events.filter(({ event, username: whose }) => event === "session_ended" && whose === "ada");
		assert.deepEqual(
			ended.map((event) => [event.actorKind, event.actorId]),
			[[operator.actorKind, operator.actorId]],
			"the session that ended with it",
		);
	});

	it("of what the service does by itself is the system", () => {
		const { actorKind, actorId } = only("sys_startup");
		assert.deepEqual([actorKind, actorId], ["system", null]);
	});
});
