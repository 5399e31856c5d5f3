/** Users of another system come with their authenticator apps. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { codeOf } from "../support/authenticator.ts";
import { onSqlite } from "../support/databases.ts";
import { createImportWorld, hash, jsonLines } from "../support/import-world.ts";
import { KNOWN_PASSWORD } from "../support/known-hashes.ts";
import { plantInstance } from "../support/plant-instance.ts";

const KEY = "12345678901234567890";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

onSqlite("users of another system with an authenticator app", (database) => {
	const { service, queries, findUser, countRows, run, importText, reportOf, file } =
		createImportWorld(database);

	const apps: Array<
		[system: string, totp: unknown, parameters: { algorithm?: string; digits?: number; period?: number }]
	> = [
		[
			"kratos",
			`otpauth://totp/Ory:ada?algorithm=SHA256&digits=8&issuer=Ory&period=60&secret=${SECRET}`,
			{ algorithm: "sha256", digits: 8, period: 60 },
		],
		[
			"authelia",
			`otpauth://totp/Authelia:ada?algorithm=SHA1&digits=6&issuer=Authelia&period=30&secret=${SECRET}`,
			{},
		],
		["directus", { secret: SECRET }, {}],
		["supabase", { secret: SECRET, algorithm: null }, {}],
		[
			"keycloak",
			{
				credentialData: { subType: "totp", digits: 6, counter: 0, period: 30, algorithm: "HmacSHA512" },
				secretData: { value: KEY },
			},
			{ algorithm: "sha512" },
		],
	];

	it("log in with the password and a code of that app, and in no other way", async () => {
		const users = apps.map(([username, totp]) => ({ username, totp, passwordHash: hash }));
		const ran = await importText(jsonLines(...users, { username: "plain", passwordHash: hash }));
		assert.equal(ran.code, 0, ran.out + ran.err);
		assert.match(
			ran.out,
			/^Imported 6 of 6 users\.\n\n5 users of them with two-step login, and without recovery codes/,
		);
		for (const [name, , { period = 30, ...parameters }] of apps) {
			const code = codeOf(Buffer.from(KEY), Math.floor(service().now() / 1000 / period), parameters);
			const refused = await service().visitor().logIn(name, KNOWN_PASSWORD);
			assert.equal(refused.body?.code, "second_factor_required", name);
			assert.deepEqual(refused.body?.methods, ["totp"], name);
			const logIn = () => service().visitor().logIn(name, KNOWN_PASSWORD, { code });
			assert.equal((await logIn()).status, 200, name);
			assert.equal((await logIn()).status, 401, `${name}: a code is good once`);
		}
		assert.equal((await service().visitor().logIn("plain", KNOWN_PASSWORD)).status, 200);
		const { factors } = (await run("user factors kratos --json")).json() as {
			factors: Array<{ name: string }>;
		};
		assert.deepEqual(
			factors.map(({ name }) => name),
			["Imported authenticator app"],
		);
		const { id = "" } = (await findUser("kratos")) ?? {};
		const created = queries().selectFrom("audit_events").select("detail").where("event", "=", "user_created");
		const { detail } = await created.where("user_id", "=", id).executeTakeFirstOrThrow();
		assert.deepEqual(JSON.parse(detail), {
			username: "kratos",
			role: "user",
			imported: true,
			secondFactor: true,
		});
	});

	it("come from CSV as well", async () => {
		const path = file("apps.csv", `username,totp\nvera,"otpauth://totp/vera?secret=${SECRET}"\nwill,\n`);
		const report = reportOf(await run(`user import ${path} --json`));
		assert.deepEqual([report.imported, report.withoutRecoveryCodes, report.refused], [2, 1, 0]);
		assert.notEqual((await findUser("vera"))?.second_factor_at, null);
		assert.equal((await findUser("will"))?.second_factor_at, null);
	});

	it("are refused with the line where the app cannot be taken over, and never imported without it", async () => {
		const ran = await importText(
			jsonLines(
				{ username: "xena", passwordHash: hash, totp: `otpauth://hotp/x?secret=${SECRET}` },
				{ username: "yves", passwordHash: hash, totp: { secret: "GEZDGNBVGY3TQ" } },
			),
			"--json",
		);
		const { mistakes } = reportOf(ran);
		assert.equal(ran.code, 1);
		assert.deepEqual(
			mistakes.map(({ line }) => line),
			[1, 2],
		);
		assert.match(mistakes[0]?.reason ?? "", /^totp counts logins/);
		assert.match(mistakes[1]?.reason ?? "", /^totp has a secret of less than 80 bits/);
		assert.deepEqual([await findUser("xena"), await findUser("yves")], [undefined, undefined]);
	});

	it("are counted by a dry run, which writes nothing", async () => {
		const before = await countRows("users");
		const users = jsonLines({ username: "zoe", totp: { secret: SECRET } });
		const report = reportOf(await importText(users, "--dry-run --json"));
		assert.deepEqual([report.imported, report.withoutRecoveryCodes], [1, 1]);
		assert.equal(await countRows("users"), before);
	});

	// Proves: factor-old-release
	it("wait until no instance of an earlier release runs", async () => {
		const remove = await plantInstance(service(), "0.1.0");
		const users = jsonLines({ username: "zoe", passwordHash: hash, totp: { secret: SECRET } });
		const ran = await importText(users);
		await remove();
		assert.equal(ran.code, 1);
		assert.match(ran.err, /An instance of an earlier release still runs/);
		assert.equal(await findUser("zoe"), undefined);
		assert.equal((await importText(users)).code, 0);
	});
});
