/** Lines of an import that are refused, skipped, or only counted. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { onSqlite } from "../support/databases.ts";
import { createImportWorld, hash, jsonLines } from "../support/import-world.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";

onSqlite("users of an import", (database) => {
	const world = createImportWorld(database);
	const { service, findUser, countRows, run, importText, reportOf, file } = world;

	it("are refused one by one, with the line and the reason, but nothing of its content", async () => {
		const secret = "hunter2hunter2hunter2";
		const lines = [
			JSON.stringify({ username: "pia", passwordHash: hash }),
			`{"username":"${secret}"`,
			JSON.stringify({ username: `${secret} ${secret}` }),
			JSON.stringify({ username: "PIA" }),
			JSON.stringify({ username: "quinn", passwordHash: secret }),
			"",
			JSON.stringify({ username: "quinn", passwordHash: "5f4dcc3b5aa765d61d8327deb882cf99" }),
			JSON.stringify({ username: "quinn", passwordHash: hash.replace("$1200$", "$9000000$") }),
			JSON.stringify({ username: "admin" }),
			JSON.stringify({ username: "quinn", password: secret }),
			JSON.stringify({ username: hash, passwordHash: "quinn" }),
			JSON.stringify({ username: "quinn", role: secret }),
			JSON.stringify({ username: "quinn", disabled: 0 }),
			JSON.stringify({ username: "quinn", displayName: "\u202e" }),
			JSON.stringify([secret]),
			JSON.stringify({ username: "quinn" }),
		];
		const ran = await importText(`${lines.join("\n")}\n`, "--json");
		const report = reportOf(ran);
		assert.deepEqual([ran.code, report.users, report.imported, report.refused], [1, 15, 2, 13]);
		const told: Array<[number, RegExp]> = [
			[2, /not one JSON document/],
			[3, /username is empty, too long, or has spaces/],
			[4, /username is that of line 1/],
			[5, /passwordHash is not a hash of/],
			[7, /fast hash/],
			[8, /iterations, 9000000, more than 2000000: too expensive/],
			[9, /username is taken/],
			[10, /member beside/],
			[11, /username is a password hash/],
			[12, /role is neither/],
			[13, /disabled is neither/],
			[14, /displayName is/],
			[15, /not a JSON object/],
		];
		assert.deepEqual(
			report.mistakes.map(({ line }) => line),
			told.map(([line]) => line),
		);
		for (const [at, [line, reason]] of told.entries())
			assert.match(report.mistakes[at]?.reason ?? "", reason, `${line}`);
		assert.ok(!(ran.out + ran.err).includes(secret));
		assert.match((await importText(lines.join("\n"))).out, /^line 1: username is taken by a user/);
	});

	it("are not written by a dry run, which says how many there would be, and what they cost", async () => {
		const before = [await countRows("users"), await countRows("audit_events")];
		const users = jsonLines(
			{ username: "rosa", passwordHash: hash },
			{ username: "rosa" },
			{ username: "sam", passwordHash: hash },
			{ username: "tim" },
		);
		const ran = await importText(users, "--dry-run --json");
		const { milliseconds, ...counted } = reportOf(ran).hashes[0] ?? {};
		assert.deepEqual(counted, { kind: "pbkdf2-sha256", cost: "iterations=1200", users: 2 });
		assert.equal(typeof milliseconds, "number");
		assert.deepEqual(
			[ran.code, reportOf(ran).dryRun, reportOf(ran).imported, reportOf(ran).refused],
			[1, true, 3, 1],
		);
		assert.match(
			(await importText(users, "--dry-run")).out,
			/^line 2: .*\n\nWould import 3 of 4 users; 1 of them without a password; 1 refused\./,
		);
		assert.deepEqual([await countRows("users"), await countRows("audit_events")], before);
	});

	it("are imported all or none with --strict", async () => {
		const good = jsonLines({ username: "una" }, { username: "vera" });
		const path = file("strict.jsonl", `${good}nonsense\n`);
		const refused = await run(`user import ${path} --strict`);
		assert.equal(refused.code, 1);
		assert.match(refused.out, /^line 3: .*\n[\s\S]*Nothing was imported/);
		assert.equal(await findUser("una"), undefined);
		assert.equal((await run(`user import ${file("good.jsonl", good)} --strict`)).code, 0);
		assert.ok(await findUser("vera"));
		assert.equal((await importText(good, "--strict")).code, 2);
	});

	it("that exist already stay as they are", async () => {
		await service().addUser("wanda");
		const users = jsonLines({ username: "Wanda", role: "admin", passwordHash: hash }, { username: "xaver" });
		const refused = reportOf(await importText(users, "--json"));
		assert.deepEqual([refused.imported, refused.refused, refused.skipped], [1, 1, 0]);
		const again = await importText(users, "--on-conflict skip --json");
		assert.deepEqual([again.code, reportOf(again).imported, reportOf(again).skipped], [0, 0, 2]);
		assert.equal((await findUser("wanda"))?.role, "user");
		assert.equal((await service().visitor().logIn("wanda", ADMIN_PASSWORD)).status, 200);
		assert.equal((await importText(users, "--on-conflict overwrite")).code, 2);
	});
});
