/** What a file says of users besides their passwords. */
import assert from "node:assert/strict";
import { before, it } from "node:test";
import { onSqlite } from "../support/databases.ts";
import { createImportWorld, jsonLines } from "../support/import-world.ts";
import { administrationOf } from "../support/people.ts";

onSqlite("users of an import who are known", (database) => {
	const { service, findUser, importText, reportOf, queries, countRows } = createImportWorld(database);
	before(async () => {
		for (const name of ["staff", "analysts"]) await administrationOf(service()).groups.add(name);
	});
	const groupsOf = async (username: string) => {
		const rows = await queries()
			.selectFrom("group_members")
			.innerJoin("users", "users.id", "group_members.user_id")
			.select("group_name")
			.where("username", "=", username)
			.orderBy("group_name")
			.execute();
		return rows.map(({ group_name }) => group_name);
	};

	it("come with e-mail address, groups and attributes, as JSON and as CSV", async () => {
		const known = { email: "A@Example.com", emailVerified: true, locale: "de-at", externalId: "17" };
		const groups = ["staff", "analysts", "staff"];
		const attributes = { team: "x", department: "R&D" };
		const json = jsonLines({ username: "ann", ...known, groups, attributes });
		const csv = [
			"username,email,emailVerified,locale,externalId,groups,attributes",
			'ben,A@Example.com,true,de-at,18,staff  analysts,"{""team"":""x"",""department"":""R&D""}"',
			"cy,,,,,,",
		];
		for (const [text, options, imported] of [
			[json, "", 1],
			[`${csv.join("\r\n")}\r\n`, "--format csv", 2],
		] as const)
			assert.equal(reportOf(await importText(text, `${options} --json`)).imported, imported);
		for (const [name, externalId] of [
			["ann", "17"],
			["ben", "18"],
		] as const) {
			const row = await findUser(name);
			assert.deepEqual(
				[row?.email, row?.locale, row?.external_id, row?.groups, row?.attributes, row?.version],
				["A@example.com", "de-AT", externalId, '["analysts","staff"]', '{"department":"R&D","team":"x"}', 1],
			);
			assert.ok(Number(row?.email_verified_at) > 1e12);
			assert.deepEqual(await groupsOf(name), ["analysts", "staff"]);
		}
		const nothing = await findUser("cy");
		assert.deepEqual([nothing?.email, nothing?.groups, nothing?.attributes], [null, "[]", "{}"]);
		const created = await queries()
			.selectFrom("audit_events")
			.select("detail")
			.where("event", "=", "user_created")
			.execute();
		assert.ok(created.some(({ detail }) => detail.includes('"groups":["analysts","staff"]')));
		assert.ok(!created.some(({ detail }) => /example|R&D/i.test(detail)));
	});

	it("are refused by line and reason, with nothing of the content, and the rest are imported", async () => {
		const planted = "planted";
		const lines: Array<[user: object, reason: RegExp]> = [
			[{ email: planted }, /^email is not one address/],
			[{ email: ["a@b.example"] }, /^email is not/],
			[{ email: `a@b.example\r\n${planted}: x` }, /^email is not/],
			[{ emailVerified: true }, /^emailVerified lacks an email/],
			[{ emailVerified: planted }, /^emailVerified is neither/],
			[{ locale: planted.repeat(2) }, /^locale is not/],
			[{ externalId: ` ${planted}` }, /^externalId is/],
			[{ externalId: "17" }, /^externalId is that of a user of this service$/],
			[{ groups: planted }, /^groups is not a list/],
			[{ groups: [planted] }, /^groups names one that does not exist$/],
			[{ groups: ["Staff"] }, /^groups is not a list/],
			[{ attributes: planted }, /^attributes is not an object/],
			[{ attributes: JSON.parse(`{"__proto__":"${planted}"}`) as object }, /^attributes is not/],
			[{ attributes: { department: 1 } }, /^attributes is not/],
			[
				{ attributes: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`${planted}${at}`, ""])) },
				/take too much room/,
			],
			[{ displayName: "a\u202e" }, /^displayName is/],
			[{ displayName: "a\u200bb" }, /^displayName is/],
			[{ attributes: { department: "a\ufeffb" } }, /^attributes is not/],
		];
		const users = lines.map(([user], at) => ({ username: `wrong${at}`, ...user }));
		const good = [
			{ username: "fine", externalId: "new", groups: ["staff"] },
			{ username: "late", externalId: "new" },
		];
		for (const options of ["--dry-run --json", "--json"]) {
			const ran = await importText(jsonLines(...users, ...good), options);
			const report = reportOf(ran);
			assert.deepEqual([ran.code, report.imported, report.refused], [1, 1, lines.length + 1], ran.out);
			for (const [at, [, reason]] of lines.entries()) {
				const found = report.mistakes.find(({ line }) => line === at + 1);
				assert.match(found?.reason ?? "", reason);
			}
			assert.match(report.mistakes.at(-1)?.reason ?? "", /^externalId is that of line 19$/);
			assert.doesNotMatch(ran.out, /planted/);
		}
	});

	it("are skipped on a second run, with their external ids", async () => {
		const before = await countRows("users");
		const again = jsonLines(
			{ username: "ann", externalId: "17", groups: ["staff"] },
			{ username: "fine", externalId: "new" },
		);
		const report = reportOf(await importText(again, "--on-conflict skip --json"));
		assert.deepEqual([report.skipped, report.refused, await countRows("users")], [2, 0, before]);
		assert.deepEqual(await groupsOf("ann"), ["analysts", "staff"]);
	});
});
