/** What operators say of users at the command line: user invite, user set, user role, group. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, before, it } from "node:test";
import { sqliteFile } from "../../src/platform/lib/database-url.ts";
import { tokenOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import {
	ADMIN_PASSWORD,
	createRunnerBeside,
	startTestService,
	type TestService,
} from "../support/service.ts";

onSqlite("people at the command line", (database) => {
	let service: TestService;
	let run: Run;
	let databaseUrl: string;
	before(async () => {
		databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createRunnerBeside(service, databaseUrl);
	});
	after(() => service.stop());

	async function done(words: string): Promise<string> {
		const { code, out, err } = await run(words);
		assert.deepEqual([code, err], [0, ""], words);
		return out;
	}
	const json = async (words: string) => (await run(`${words} --json`)).json();
	const known = async (name: string) => (await json(`user show ${name}`)).user as Record<string, unknown>;
	const refused = async (words: string) => {
		const { code, out, err } = await run(`${words} --json`);
		assert.deepEqual([code, out], [1, ""], words);
		return (JSON.parse(err) as { error: { code: string; message: string } }).error;
	};

	it("a group is added, described, listed and removed", async () => {
		assert.equal(await done("group add staff --description Everybody"), "Added group staff.\n");
		await done("group add analysts");
		assert.equal((await refused("group add staff")).code, "group_exists");
		assert.equal((await refused("group add Staff")).code, "validation_failed");
		await done("group set analysts --description Readers");
		assert.match(
			await done("group list"),
			/^NAME +MEMBERS +CREATED +DESCRIPTION\nanalysts +0 .*Z +Readers\nstaff +0 /,
		);
		const { groups } = (await json("group list")) as { groups: object[] };
		assert.deepEqual(
			groups.map((group) => ({ ...group, createdAt: null })),
			[
				{ name: "analysts", description: "Readers", createdAt: null, members: 0 },
				{ name: "staff", description: "Everybody", createdAt: null, members: 0 },
			],
		);
		await done("group add temporary");
		assert.match(
			await done("group remove temporary"),
			/^Deleted group temporary, which had 0 members; 0 sessions/,
		);
		assert.equal((await refused("group remove temporary")).code, "not_found");
	});

	it("a user is invited with all that is known, and sets a password by the link", async () => {
		const options =
			"--email Ada@EXAMPLE.com --verified --display-name Ada --locale de-at --external-id 17 --group staff --group analysts --attribute department=sales --attribute team=a=b";
		const { user, setupLink } = (await json(`user invite ada ${options}`)) as Record<
			string,
			Record<string, unknown>
		>;
		const { emailVerifiedAt, id, createdAt, ...rest } = user ?? {};
		assert.match(String(emailVerifiedAt), /^20\d\d-/);
		assert.deepEqual(rest, {
			username: "ada",
			kind: "person",
			displayName: "Ada",
			email: "Ada@example.com",
			role: "user",
			groups: ["analysts", "staff"],
			attributes: { department: "sales", team: "a=b" },
			locale: "de-AT",
			externalId: "17",
			state: "invited",
			lastLoginAt: null,
			lastLoginAddress: null,
			disabledAt: null,
			secondFactorAt: null,
			secondFactorDueAt: null,
			version: 1,
		});
		const token = tokenOf(String(setupLink));
		const visitor = service.visitor();
		assert.equal((await visitor.post("/api/auth/setup", { token, password: ADMIN_PASSWORD })).status, 200);
		assert.deepEqual((await visitor.get("/api/auth/session")).body?.groups, ["analysts", "staff"]);
		assert.match(await done("user invite eve"), /^Added user eve\. This link sets the password\. .*\nhttp/);
		const added = (await json("user add kim --email kim@example.com --locale de")) as {
			user: { email: string; locale: string };
		};
		assert.deepEqual([added.user.email, added.user.locale], ["kim@example.com", "de"]);
		assert.equal((await refused("user invite ada")).code, "username_taken");
		assert.equal((await refused("user invite bob --group nowhere")).code, "validation_failed");
		assert.match((await refused("user invite bob --email bob")).message, /^email is not one address/);
		assert.equal((await refused("user show bob")).code, "not_found");
	});

	it("what is known is shown and changed, one by one", async () => {
		const shown = await done("user show ada");
		for (const line of [
			/^e-mail +Ada@example\.com$/m,
			/^e-mail verified +since 20/m,
			/^groups +analysts staff$/m,
			/^attributes +department=sales, team=a=b$/m,
			/^locale +de-AT$/m,
			/^external id +17$/m,
		])
			assert.match(shown, line);
		assert.match(await done("user list"), /^ada +user +active .* analysts staff$/m);

		const changed = await done("user set ada --email ada@example.org --attribute team= --remove-group staff");
		assert.equal(changed, "Changed ada: email, groups, attributes, email verified.\n");
		const { email, emailVerifiedAt, attributes, groups, locale, version } = await known("ada");
		assert.deepEqual(
			[email, emailVerifiedAt, attributes, groups, locale, version],
			["ada@example.org", null, { department: "sales" }, ["analysts"], "de-AT", 2],
		);
		assert.equal(await done("user set ada --email ada@example.org"), "Nothing to change at ada.\n");
		await done("user set ada --email= --locale= --external-id=");
		const { email: none, locale: no, externalId } = await known("ada");
		assert.deepEqual([none, no, externalId], [null, null, null]);
		await done("user set ada --group staff --verified --email a@b.example");
		assert.notEqual((await known("ada")).emailVerifiedAt, null);
	});

	it("what is wrong changes nothing, and is one line", async () => {
		const before = await known("ada");
		for (const words of [
			"--email ada",
			"--locale de_DE",
			"--group nowhere",
			"--group Staff",
			"--attribute Department=x",
			"--attribute __proto__=x",
			`--attribute note=${"x".repeat(257)}`,
			"--display-name \u202eadA",
			"--display-name a\u200bda",
			"--attribute note=a\u2060b",
		]) {
			assert.equal((await refused(`user set ada --external-id 9 ${words}`)).code, "validation_failed", words);
			assert.equal((await run(`user set ada ${words}`)).err.split("\n").length, 2, words);
		}
		const large = Array.from({ length: 6 }, (_, at) => `--attribute large${at}=${"x".repeat(256)}`).join(" ");
		assert.equal((await refused(`user set ada ${large}`)).code, "limit_exceeded");
		assert.equal((await refused("user set unknown --locale de")).code, "not_found");
		await done("user set eve --external-id 9");
		assert.equal((await refused("user set ada --external-id 9")).code, "external_id_taken");
		assert.deepEqual(await known("ada"), before);
	});

	it("members of a group are listed, put in and taken out", async () => {
		const moved = await done("group members staff --add eve --remove ada");
		assert.match(
			moved,
			/^1 joined, 1 left; 0 sessions ended\.\n\nNAME +DISPLAY NAME +ID\neve +eve +[0-9a-f-]{36}\n$/,
		);
		assert.equal((await refused("group members staff --add unknown")).code, "not_found");
		const { group, members } = (await json("group members staff")) as Record<string, unknown>;
		const [eve] = members as Array<Record<string, unknown>>;
		assert.deepEqual([(group as { name: string }).name, eve?.username], ["staff", "eve"]);
		assert.match(await done("group members analysts --remove ada"), /No user is in the group analysts\.\n$/);
	});

	// It said that there was no such user.
	it("a user who cannot be looked up is not said to be unknown", async () => {
		const file = new DatabaseSync(sqliteFile(databaseUrl) ?? "");
		file.exec("alter table users rename to users_away");
		const { message } = await refused("group members staff --add eve");
		file.exec("alter table users_away rename to users");
		file.close();
		assert.match(message, /no such table: users/);
	});

	it("a user gets another name, by which the password still logs in", async () => {
		assert.match(await done("user rename eve Eva"), /^eve is eva now\.\n$/);
		assert.match(await done("user rename eva eva"), /^eva has this name already\.\n$/);
		assert.equal((await refused("user rename eva ada")).code, "username_taken");
		assert.equal((await refused("user rename eve x")).code, "not_found");
		await done("user rename eva eve");
	});

	it("an admin becomes a user only while another one remains", async () => {
		await administrationOf(service).users.remove("admin", { lastAdmin: true });
		assert.equal(await done("user role ada user"), "ada is user already.\n");
		assert.equal(await done("user role ada admin"), "ada is admin now, and was user.\n");
		const { events } = await json("event list --event user_updated --limit 1");
		assert.equal((events as Array<{ level: string }>)[0]?.level, "warn");
		assert.equal((await refused("user role ada user")).code, "last_admin");
		await service.visitor().logIn("ada", ADMIN_PASSWORD);
		const overridden = await json("user role ada user --even-the-last-admin");
		assert.deepEqual(overridden, {
			username: "ada",
			role: "user",
			formerRole: "admin",
			ended: 1,
			linksEnded: 0,
		});
	});
});
