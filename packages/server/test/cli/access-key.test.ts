/** Access keys on the command line: made for service accounts, told once, and found again. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { assertProblem } from "../support/problem.ts";
import { createRunnerBeside, startTestService, type TestService } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-keys-"));
after(() => rmSync(folder, { recursive: true, force: true }));

onSqlite("commands about access keys", (database) => {
	let service: TestService;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({
			databaseUrl,
			settings: { ...cheap, SALLYPORT_SCOPES: "reports:read" },
		});
		const beside = createRunnerBeside(service, databaseUrl);
		run = (words, given = {}) =>
			beside(words, { ...given, more: { SALLYPORT_SCOPES: "reports:read", ...given.more } });
		const added = await run("user add reports --service");
		assert.match(added.out, /^Added service account reports\. .*access-key add reports --name/);
	});
	after(() => service.stop());

	const logIn = (username: string, password: string, csrf: string) =>
		service.visitor().post("/api/auth/login", { username, password }, { csrf });

	it("a key is made, printed once, logs in, is listed, and is ended", async () => {
		const made = await run("access-key add reports --name nightly --days 30 --scope reports:read --json");
		assert.equal(made.code, 0, made.err);
		const { key, csrf, id, name, scopes } = made.json() as Record<string, string>;
		assert.deepEqual({ name, scopes }, { name: "nightly", scopes: ["reports:read"] });
		assert.equal((await logIn("reports", String(key), String(csrf))).status, 200);
		const listed = await run("access-key list --user reports");
		assert.deepEqual(await run("access-key list reports").then(({ out }) => out), listed.out);
		assert.match(listed.out, new RegExp(`${id} +reports +nightly +sallyport_${key?.slice(10, 14)}… +active`));
		assert.equal(listed.out.includes(String(key)), false);
		assert.match((await run("access-key list --expiring 14d")).out, /There are no such access keys/);
		assert.match((await run("access-key list --expiring 31")).out, /nightly/);
		await run("access-key add --user reports --name idle");
		const neverUsed = (await run("access-key list --never-used")).out;
		assert.deepEqual([/idle/.test(neverUsed), /nightly/.test(neverUsed)], [true, false], neverUsed);
		const ended = await run(`access-key end ${id}`);
		assert.equal(ended.out.trim(), "1 access key ended, and 1 session.");
		assertProblem(await logIn("reports", String(key), String(csrf)), "access_key_ended");
		const again = await run(`access-key end ${id}`);
		assert.equal(again.code, 1);
		const rows = await rowsOf(service, "access_key_created", "access_key_ended");
		for (const { actor_kind } of rows.slice(-2)) assert.equal(actor_kind, "cli");
	});

	it("a key goes into a new file of its owner alone, and where there is no place for it none is made", async () => {
		const out = join(folder, `key-${service.port}`);
		const made = await run(`access-key add --user reports --name file --out ${out}`);
		assert.equal(made.code, 0, made.err);
		const written = readFileSync(out, "utf8");
		assert.match(written, /^sallyport_[0-9A-Za-z]{38}\nk1\.[\w-]{22}\nreports\n$/);
		const [key = ""] = written.split("\n");
		assert.equal(statSync(out).mode & 0o777, 0o600);
		assert.equal(made.out.includes(key), false);
		const before = (await run("access-key list --json")).json();
		const refused = await run(`access-key add --user reports --name file --out ${out}`);
		assert.equal(refused.code, 1);
		assert.match(refused.err, /it must be a new file/);
		assert.equal(readFileSync(out, "utf8"), written);
		assert.deepEqual((await run("access-key list --json")).json(), before);
		const known = await run("access-key check", { input: `${key}\n` });
		assert.match(known.out, /^Access key "file" of reports: active/);
		const torn = await run("access-key check", { input: key.slice(0, -1).concat("_") });
		assert.deepEqual([torn.code, torn.out.includes("no access key")], [1, true]);
	});

	it("a rotation prints the new key, and ends the old one without an overlap", async () => {
		const { key, csrf, id } = (await run("access-key add --user reports --name old --json")).json();
		const next = (await run(`access-key rotate ${id} --overlap 0s --json`)).json();
		assertProblem(await logIn("reports", String(key), String(csrf)), "access_key_ended");
		assert.equal((await logIn("reports", String(next.key), String(next.csrf))).status, 200);
		const all = await run("access-key end --user reports");
		assert.match(all.out, /access keys? ended, and \d+ sessions?\./);
		assertProblem(await logIn("reports", String(next.key), String(next.csrf)), "access_key_ended");
	});

	it("a reset ends the keys of a user only where that is asked for, and doctor tells of keys that end soon, and of none that is refused", async () => {
		await service.addUser("eva");
		// Commands go by the time of the machine.
		service.travel(-2 * 86_400_000);
		const eva = await service.loggedIn("eva");
		const { key, csrf } = (await eva.post("/api/auth/access-keys", { name: "soon", days: 15 })).body ?? {};
		service.travel(2 * 86_400_000);
		assert.equal((await logIn("eva", String(key), String(csrf))).status, 200);
		const found = await run("doctor --json");
		assert.match(found.out, /end soon: .*\\"soon\\" of eva/);
		await run("user disable eva");
		assert.match((await run("access-key list eva")).out, / user disabled /);
		assert.doesNotMatch((await run("doctor --json")).out, /end soon/);
		await run("user enable eva");
		await run("user reset eva");
		assert.equal((await logIn("eva", String(key), String(csrf))).status, 200);
		const reset = await run("user reset eva --access-keys");
		assert.match(reset.out, /^Reset eva; 1 session and 1 access key ended\./);
		assertProblem(await logIn("eva", String(key), String(csrf)), "access_key_ended");
	});

	it("mistakes are refused with a sentence, and nothing is made", async () => {
		await service.addUser("ada");
		const mistakes: Array<[string, number, RegExp]> = [
			["access-key add --user reports", 2, /--name/],
			["access-key add --user unknown --name x", 1, /no user of this name/],
			["access-key add --user ada --name x", 1, /This user is a person/],
			["access-key add --user reports --name x --days 0", 2, /--days/],
			["access-key add --user reports --name x --days 401", 2, /--days/],
			["access-key add --user reports --name x --scope unknown", 1, /reports:read/],
			["access-key add --user reports --name x --address 10.0.0.1/8", 1, /CIDR/],
			["access-key rotate nonsense", 1, /no access key with this id\. See npx sallyport access-key list\.$/m],
			["access-key rotate x --overlap 8d", 2, /--overlap/],
			["access-key end", 2, /an ID, --user NAME/],
			["access-key end x --user reports", 2, /an ID, --user NAME/],
			["user add robot --service --role admin", 2, /no password, no link and no role/],
			["user reset reports", 1, /service account/],
			["user role reports admin", 1, /service account/],
		];
		for (const [words, code, message] of mistakes) {
			const refused = await run(words);
			assert.equal(refused.code, code, `${words}: ${refused.out}${refused.err}`);
			assert.match(refused.err, message, words);
		}
		const { out } = await run("setup-link reports");
		assert.match(out, /gets no setup link\. .*: npx sallyport access-key add reports --name TEXT/);
	});
});
