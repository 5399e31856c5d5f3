/** Users and groups as a file says: what is planned, done, refused and left alone, by the database and over HTTP. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { reservedScopes } from "../../src/platform/config/scopes.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { administrationOf } from "../support/people.ts";
import { createRunnerBeside, startTestService, type TestService } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-apply-"));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Change {
	change: string;
	status: string;
	message: string | null;
}

onSqlite("sallyport apply", (database) => {
	let service: TestService;
	let run: Run;
	let over: string;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createRunnerBeside(service, databaseUrl);
		await service.addUser("root");
		await administrationOf(service).users.setRole("root", "admin");
		await run("user add robot --service");
		const scopes = reservedScopes.map((name) => `--scope ${name}`).join(" ");
		const keyFile = join(folder, "key");
		await run(`access-key add --user robot --name job --out ${keyFile} ${scopes}`);
		over = `--server ${service.baseUrl} --key-file ${keyFile}`;
	});
	after(() => service.stop());

	const write = (content: unknown) => {
		const file = join(folder, "file.json");
		writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
		return file;
	};
	/** The changes, by what came of them. */
	async function apply(content: unknown, options = "") {
		const ran = await run(`apply ${write(content)} ${options} --json`);
		const changes = ran.out === "" ? [] : (ran.json().changes as Change[]);
		return { ...ran, changes: changes.map(({ change, status }) => `${status}: ${change}`), all: changes };
	}
	/** What only some of the lists is about, so that the admin and the program stay. */
	const keep = [{ username: "root" }, { username: "robot" }];

	for (const transport of ["the database", "HTTP"])
		describe(`by ${transport}`, () => {
			const how = () => (transport === "HTTP" ? over : "");
			const x = transport === "HTTP" ? "h" : "d";
			const file = () => ({
				groups: [{ name: `${x}-staff`, description: "Everyone" }],
				users: [
					{
						username: `${x}-ada`,
						externalId: `${x}-1`,
						email: "ADA@Example.com",
						emailVerified: true,
						groups: [`${x}-staff`],
						attributes: { team: "one" },
					},
					{ username: `${x}-BOB`, externalId: `${x}-2`, disabled: true, locale: "pt-br" },
				],
			});

			it("plans, then adds what is missing, and a second time finds nothing to do", async () => {
				const planned = await apply(file(), `--dry-run ${how()}`);
				assert.equal(planned.code, 0, planned.err);
				assert.deepEqual(planned.changes, [
					`planned: add group ${x}-staff`,
					`planned: add user ${x}-ada`,
					`planned: add user ${x}-bob`,
					`planned: disable user ${x}-bob`,
				]);
				assert.equal((await run(`user show ${x}-ada`)).code, 1);
				const done = await run(`apply ${write(file())} ${how()}`);
				assert.equal(done.code, 0, done.err);
				assert.match(done.out, new RegExp(`^done {2}add group ${x}-staff\\n[^]*\\n\\n4 changes done\\.\\n$`));
				const again = await run(`apply - ${how()}`, { input: JSON.stringify(file()) });
				assert.deepEqual([again.code, again.out], [0, "There is nothing to do.\n"]);
			});

			it("changes what differs, finds a renamed user by external id, and leaves the rest alone", async () => {
				const { groups, users } = file();
				const [ada, bob] = users;
				const changed = {
					groups: [{ name: `${x}-staff`, description: "All of us" }, { name: `${x}-new` }],
					users: [
						{ ...ada, username: `${x}-bob`, attributes: { floor: "2" }, groups: [`${x}-new`] },
						{ ...bob, username: `${x}-cy`, disabled: false },
					],
				};
				const done = await apply(changed, how());
				assert.deepEqual(done.changes, [
					`done: change group ${x}-staff: description`,
					`done: add group ${x}-new`,
					`done: change user ${x}-bob: username ${x}-cy`,
					`done: enable user ${x}-cy`,
					`done: change user ${x}-ada: username ${x}-bob, groups, attributes`,
				]);
				const { user } = (await run(`user show ${x}-bob --json`)).json() as { user: Record<string, unknown> };
				assert.deepEqual(
					[user.externalId, user.attributes, user.email, user.groups],
					[`${x}-1`, { floor: "2", team: "one" }, "ADA@example.com", [`${x}-new`]],
				);
				assert.deepEqual((await apply(changed, how())).changes, []);
				const [first, second] = changed.users;
				const traded = {
					users: [
						{ ...first, username: `${x}-cy` },
						{ ...second, username: `${x}-bob` },
					],
				};
				const refused = await apply(traded, how());
				assert.deepEqual([refused.code, refused.out], [1, ""]);
				assert.match(refused.err, /who waits for another name\. Rename one of them first\./);
				assert.equal(groups.length, 1);
			});

			it("gives an external id to another user after the one who had it, and refuses two that are traded", async () => {
				const idOf = async (username: string) => {
					const { user } = (await run(`user show ${username} --json`)).json() as { user: { id: string } };
					return { id: user.id, username };
				};
				const [ada, bob] = [await idOf(`${x}-bob`), await idOf(`${x}-cy`)];
				const having = (ofAda: string, ofBob: string) => ({
					users: [
						{ ...ada, externalId: `${x}-${ofAda}` },
						{ ...bob, externalId: `${x}-${ofBob}` },
					],
				});
				const traded = await apply(having("2", "1"), how());
				assert.deepEqual([traded.code, traded.out], [1, ""]);
				assert.match(traded.err, /\/users\/0\/externalId: .*-2 is the external id of a user who keeps it/);
				assert.deepEqual((await apply(having("2", "3"), how())).changes, [
					`done: change user ${x}-cy: externalId`,
					`done: change user ${x}-bob: externalId`,
				]);
				const alone = await apply({ users: having("3", "2").users.slice(0, 1) }, how());
				assert.match(alone.err, /-3 is the external id of a user that the file does not name/);
				assert.equal((await apply(having("1", "2"), how())).changes.length, 2);
			});

			it("tells what was done and what was not, and the next time does the rest", async () => {
				const users = [
					{ username: `${x}-dan`, externalId: `${x}-9`, kind: "service", invite: "mail", disabled: true },
					{ username: `${x}-eve`, invite: "mail", disabled: true },
					{ username: `${x}-fay` },
				];
				const partly = await apply({ users }, how());
				assert.equal(partly.code, 1);
				assert.deepEqual(partly.changes, [
					`done: add user ${x}-dan`,
					`done: disable user ${x}-dan`,
					`failed: add user ${x}-eve`,
					`not tried: disable user ${x}-eve`,
					`done: add user ${x}-fay`,
				]);
				assert.match(String(partly.all[2]?.message), /This service sends no mail/);
				const rest = await apply({ users: users.map(({ invite: _, ...user }) => user) }, how());
				assert.deepEqual(rest.changes, [`done: add user ${x}-eve`, `done: disable user ${x}-eve`]);
			});

			it("removes with --prune what the file does not name, but never the acting account or the last admin", async () => {
				const { users } = (await run("user list --json")).json() as { users: Array<{ username: string }> };
				const others = users
					.map(({ username }) => ({ username }))
					.filter((each) => each.username !== `${x}-fay`);
				const kept = transport === "HTTP" ? others.filter(({ username }) => username !== "robot") : others;
				const pruned = await apply({ users: kept }, `--prune ${how()}`);
				assert.deepEqual(pruned.changes, [`done: delete user ${x}-fay`]);
				const groups = await apply({ groups: [] }, `--prune --dry-run ${how()}`);
				assert.ok(groups.changes.includes(`planned: delete group ${x}-new`));
				assert.ok(groups.changes.every((change) => change.startsWith("planned: delete group")));
				const last = await apply({ users: [{ username: "robot" }] }, `--prune ${how()}`);
				assert.match(last.err, /\/users: no admin of now could log in then\. Leave one of root\./);
				assert.equal((await run(`user show ${x}-eve`)).code, 0);
			});
		});

	it("changes roles by the database, and says over HTTP that no access key does, before anything is changed", async () => {
		const users = [
			{ username: "gil", role: "admin" },
			{ username: "root", displayName: "Root" },
			...keep.slice(1),
		];
		const refused = await apply({ users }, over);
		assert.deepEqual([refused.code, refused.out], [1, ""]);
		const said = "no access key changes an admin, or makes one: add user gil; change user root: displayName.";
		assert.ok(refused.err.includes(said), refused.err);
		assert.equal((await run("user show gil")).code, 1);
		await run("user add gil");
		assert.deepEqual((await apply({ users })).changes, [
			"done: make user gil admin",
			"done: change user root: displayName",
		]);
	});

	it("refuses a file with mistakes, says where each is, and changes nothing", async () => {
		const mistakes: Array<[content: unknown, says: RegExp]> = [
			['{"users":[\n{"username":"ada",}]}', /mistake is at line 2 column \d+/],
			['{"users":[],"users":[]}', /a member twice/],
			[[], /The file: it is one JSON object/],
			[{ user: [] }, /\/user: there is no such member; known are groups, users/],
			[{ users: {} }, /\/users: it is a list/],
			[
				{ users: [{ username: "new" }, { username: "ivy", diplayName: "Ivy" }] },
				/\/users\/1\/diplayName: there is no/,
			],
			[{ users: [{ username: "ivy", role: "boss" }] }, /\/users\/0\/role: it is user or admin\./],
			[{ users: [{ username: "a b", disabled: "no", id: "7" }] }, /0\/username: .*0\/id: .*0\/disabled: /],
			[{ users: [{ username: "ivy", email: "ivy" }] }, /\/users\/0\/email: it is not one address/],
			[
				{ users: [{ username: "ivy" }, { username: "IVY" }] },
				/\/users\/1\/username: \/users\/0\/username is the same/,
			],
			[{ users: [{ username: "ivy", groups: ["none"] }] }, /\/users\/0\/groups: there is no group none/],
			[{ users: [{ username: "root", kind: "service" }] }, /root is a person, and stays one/],
			[
				{ users: [{ username: "root", id: "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47" }] },
				/another user is called root/,
			],
			[{ groups: [{ description: "" }, { name: "A B" }] }, /\/groups\/0\/name: .*\/groups\/1\/name: /],
		];
		for (const [content, says] of mistakes) {
			const { code, out, err } = await run(`apply ${write(content)}`);
			assert.deepEqual([code, out], [1, ""], JSON.stringify(content));
			assert.match(err, says);
			assert.equal(err.trimEnd().split("\n").length, 1);
		}
		assert.equal((await run(`apply ${join(folder, "none")}`)).code, 1);
		assert.equal((await run("user show new")).code, 1);
	});

	it("plans no end of the last admin who has a link and no password yet", async () => {
		await run("user role gil user");
		await run("user reset root");
		const planned = await apply({ users: keep.slice(1) }, "--prune --dry-run");
		assert.deepEqual([planned.code, planned.out], [1, ""]);
		assert.match(planned.err, /\/users: no admin of now could log in then\. Leave one of admin, root\./);
	});
});
