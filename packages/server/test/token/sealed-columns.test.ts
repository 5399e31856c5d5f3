/** What is encrypted at rest must be re-encrypted when a sealing key is replaced, or it is lost when that key is removed. */
// Proves: sealing-keys
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { describeTables } from "../../src/platform/database/describe-tables.ts";
import { sealedColumns } from "../../src/sealed-columns.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** Columns that look like secrets, and hold nothing under a sealing key. */
const notSealed = new Map([
	["users.password_hash", "a hash"],
	["sessions.secret_hash", "a hash"],
	["sessions.previous_secret_hash", "a hash"],
	["setup_links.token_hash", "a hash"],
	["recovery_codes.code_hash", "a hash"],
	["access_keys.key_hash", "a hash"],
	["signing_keys.public_jwk", "public"],
	["oidc_signing_keys.public_jwk", "public"],
	["oidc_client_secrets.secret_hash", "a hash"],
	["oidc_records.id_hash", "a hash"],
	["sealing_keys.key_sealed", "under the secret itself, with which it is replaced"],
	["instances.secrets", "fingerprints"],
]);

interface Column {
	name: string;
	type: string;
}

/** Every column as tables.ts says it, named table.column. */
function columnsOfTables(): Column[] {
	const folder = new URL("../../src/platform/database/", import.meta.url);
	const files = readdirSync(folder).filter((name) => name.startsWith("tables"));
	const text = files.map((name) => readFileSync(new URL(name, folder), "utf8")).join("");
	const membersOf = (body: string) => [...body.matchAll(/^\t(\w+): (.+);$/gm)];
	const interfaces = new Map(
		[...text.matchAll(/^export interface (\w+) \{\n(.*?)^\}/gms)].map(([, name = "", body = ""]) => [
			name,
			body,
		]),
	);
	return membersOf(interfaces.get("Tables") ?? "").flatMap(([, table, row = ""]) =>
		membersOf(interfaces.get(row) ?? "").map(([, column, type = ""]) => ({
			name: `${table}.${column}`,
			type,
		})),
	);
}

const declared = sealedColumns.map(({ table, column }) => `${table}.${column}`).sort();

describe("the sealed columns", () => {
	const columns = columnsOfTables();

	it("that are declared are exactly those that tables.ts calls Sealed", () => {
		const sealed = columns.filter(({ type }) => /\bSealed\b/.test(type)).map(({ name }) => name);
		assert.ok(sealed.length > 0);
		assert.deepEqual(declared, sealed.sort());
	});

	it("are all columns with the name of a secret, except those that this test names", () => {
		const looksSecret = /seal|crypt|secret|token|hash|jwk/;
		const found = columns.filter(({ name, type }) => {
			return looksSecret.test(name.split(".")[1] ?? "") && !/\bnumber\b/.test(type);
		});
		const expected = [...declared, ...notSealed.keys()];
		assert.deepEqual(found.map(({ name }) => name).sort(), expected.sort());
	});

	it("have a label of their own, which no value from another column opens with", () => {
		assert.equal(new Set(sealedColumns.map(({ label }) => label)).size, sealedColumns.length);
	});
});

describe("a sealed value", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("is in no other column after users were invited and logged in by token and by cookie", async () => {
		const { opened, administration } = service.running.deployment;
		await administration.users.add({ name: "invited", role: "user", passwordHash: null });
		await service.addUser("ada");
		await service.loggedIn("ada");
		assert.equal((await service.visitor().logIn("ada", "correct horse battery staple")).status, 200);
		const { database } = opened;
		const kids = await database.selectFrom("sealing_keys").select("kid").execute();
		const found = new Set<string>();
		for (const { name } of await describeTables(database)) {
			const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database);
			for (const row of rows) {
				for (const [column, value] of Object.entries(row)) {
					// Each begins with the name of the key that sealed it.
					const isSealed = kids.some(({ kid }) => String(value).length > 8 && String(value).startsWith(kid));
					if (isSealed) found.add(`${name}.${column}`);
				}
			}
		}
		assert.ok(found.size > 0);
		assert.deepEqual(
			[...found].filter((name) => !declared.includes(name)),
			[],
		);
	});
});
