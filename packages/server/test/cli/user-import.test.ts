// At length: it copies whole deployments.
/** Users of another system come with their passwords, names and states. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { it } from "node:test";
import { program } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createImportWorld, hash, jsonLines } from "../support/import-world.ts";
import { eventually } from "../support/interleave.ts";
import { KNOWN_PASSWORD, knownHashes } from "../support/known-hashes.ts";

forEachDatabase("users of another system", (database) => {
	const world = createImportWorld(database);
	const { service, settings, queries, findUser, countRows, run, importText, reportOf, file } = world;

	it("log in with their passwords, which gives them one of our hashes", async () => {
		const all = Object.entries(knownHashes);
		// A check with scrypt takes a tenth of a second, and has nothing to do with the database.
		const systems = database.dialect === "sqlite" ? all : all.filter(([system]) => !/scrypt/.test(system));
		const users = systems.map(([displayName, passwordHash], at) => ({
			username: `User${at}`,
			displayName,
			passwordHash,
		}));
		const ran = await importText(jsonLines(...users));
		assert.equal(ran.code, 0, ran.out + ran.err);
		assert.match(
			ran.out,
			new RegExp(
				`^Imported ${users.length} of ${users.length} users\\.\n\nHASH +COST +USERS +ONE CHECK HERE\n`,
			),
		);
		for (const { username, displayName } of users) {
			const name = username.toLowerCase();
			const imported = await findUser(name);
			assert.equal(imported?.display_name, displayName);
			assert.match(imported?.password_hash ?? "", /^imported\$/, displayName);
			assert.equal((await service().visitor().logIn(name, "another password")).status, 401, displayName);
			assert.equal((await findUser(name))?.password_hash, imported?.password_hash);
			assert.equal((await service().visitor().logIn(name, KNOWN_PASSWORD)).status, 200, displayName);
			assert.match(
				(await findUser(name))?.password_hash ?? "",
				/^\$argon2id\$v=19\$m=64,t=1,p=1\$/,
				displayName,
			);
			assert.equal((await service().visitor().logIn(name, KNOWN_PASSWORD)).status, 200, displayName);
		}
	});

	it("have the role, the name and the state that the file gives them, and an event each", async () => {
		const before = await countRows("audit_events");
		const ran = await importText(
			jsonLines(
				{ username: "Kim", role: "admin", displayName: "Kim Ångström", passwordHash: hash },
				{ username: "lee", disabled: true, passwordHash: hash },
				{ username: "max", passwordHash: null },
			),
			"--json",
		);
		const report = reportOf(ran);
		assert.deepEqual([ran.code, report.imported, report.invited], [0, 3, 1]);
		const found = reportOf(await run("user list --json")) as unknown as {
			users: Array<{ username: string; role: string; displayName: string; state: string }>;
		};
		const shown = found.users.filter(({ username }) => ["kim", "lee", "max"].includes(username));
		assert.deepEqual(
			shown.map(({ username, displayName, role, state }) => [username, displayName, role, state]),
			[
				["kim", "Kim Ångström", "admin", "active"],
				["lee", "lee", "user", "disabled"],
				["max", "max", "user", "invited"],
			],
		);
		assert.equal((await service().visitor().logIn("lee", KNOWN_PASSWORD)).status, 401);
		assert.equal((await service().visitor().logIn("max", KNOWN_PASSWORD)).status, 401);
		const events = await queries()
			.selectFrom("audit_events")
			.selectAll()
			.where("event", "=", "user_created")
			.where("user_id", "=", (await findUser("kim"))?.id ?? "")
			.execute();
		assert.deepEqual(
			events.map(({ detail }) => JSON.parse(detail) as unknown),
			[{ username: "kim", role: "admin", imported: true }],
		);
		assert.equal((await countRows("audit_events")) - before, 5, "three were added, two failed to log in");
	});

	it("come from CSV as well", async () => {
		const path = file(
			"users.csv",
			`\ufeffdisplayName,username,passwordHash,disabled\r\n"O'Neil, ""Nell""",nell,"${String(knownHashes.argon2id)}",false\r\n\r\n,otto,,\r\n`,
		);
		const report = reportOf(await run(`user import ${path} --json`));
		assert.deepEqual([report.imported, report.invited, report.refused], [2, 1, 0]);
		assert.equal((await findUser("nell"))?.display_name, `O'Neil, "Nell"`);
		assert.equal((await service().visitor().logIn("nell", KNOWN_PASSWORD)).status, 200);
		const unreadable = await run(`user import ${file("bad.csv", "name;hash\nx;y\n")} --json`);
		assert.equal(unreadable.code, 1);
		assert.match(unreadable.err, /"code":"file_unreadable".*names its columns/);
	});

	it("are there in whole batches when the import is killed, and a second run adds the rest", async () => {
		const users = Array.from({ length: 1300 }, (_, at) => ({ username: `crowd${at}`, passwordHash: hash }));
		const crowd = async () => {
			const rows = await queries()
				.selectFrom("users")
				.leftJoin("audit_events", "audit_events.user_id", "users.id")
				.select(["username", "event"])
				.where("username", "like", "crowd%")
				.execute();
			return rows.map(({ event }) => event);
		};
		const { PATH = "" } = process.env;
		const child = spawn(process.execPath, [program, "user", "import", "-"], {
			env: { PATH, ...settings() },
			stdio: ["pipe", "ignore", "inherit"],
		});
		try {
			// It is killed while it reads.
			child.stdin.on("error", () => {});
			child.stdin.write(jsonLines(...users.slice(0, 1200)));
			// It waits for more input now, with 200 users in hand.
			await eventually(async () => (await crowd()).length >= 1000 || child.exitCode !== null);
		} finally {
			child.kill("SIGKILL");
			await once(child, "close");
		}
		const events = await crowd();
		assert.equal(events.length, 1000);
		assert.ok(events.every((event) => event === "user_created"));
		const again = reportOf(await importText(jsonLines(...users), "--on-conflict skip --json"));
		assert.deepEqual([again.imported, again.skipped, again.refused], [300, 1000, 0]);
		assert.equal((await crowd()).length, 1300);
	});
});
