// At length: it copies whole deployments.
/** What a backup may be restored into and from, and that a failure leaves nothing behind. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { migrations } from "../../src/platform/database/migrations/list.ts";
import { migrate } from "../../src/platform/database/migrations/migrate.ts";
import { openDatabase } from "../../src/platform/database/open.ts";
import { writeDeploymentFact } from "../../src/platform/keys/deployment-store.ts";
import { systemClock } from "../../src/platform/lib/clock.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { createKeyring } from "../../src/platform/lib/seal.ts";
import { allRows, assertSameRows } from "../support/all-rows.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, program, type Run } from "../support/command.ts";
import { addManyEvents } from "../support/many-events.ts";

const oneLine = /^sallyport: [^\n]+\n$/;
const secret = "a secret of this test, long enough to be one";

describe("sallyport restore", () => {
	let folder: string;
	let data: string;
	let backup: string;
	/** On the deployment whose secret lies beside its database. */
	let run: Run;
	before(async () => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-restore-test-"));
		data = join(folder, "data", "x.db");
		backup = join(folder, "x.backup");
		run = createHostedRunner({ ...cheap, SALLYPORT_DATABASE_URL: `sqlite:${data}` });
		await run("user add ada");
		const { code, err } = await run(`backup ${backup} --with-secret`);
		assert.equal(code, 0, err);
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	let places = 0;
	/** A place that is not there yet. */
	function newPlace() {
		places += 1;
		const file = join(folder, `place-${places}`, "x.db");
		const more = { SALLYPORT_DATABASE_URL: `sqlite:${file}` };
		return { file, more };
	}

	it("needs the secret that belongs to the backup, and takes it from the file next to it when told to", async () => {
		const { file, more } = newPlace();
		const without = await run(`restore ${backup}`, { more });
		assert.equal(without.code, 1);
		assert.match(without.err, /^sallyport: .*secret.* missing.*--with-secret\n$/);
		const other = await run(`restore ${backup}`, { more: { ...more, SALLYPORT_SECRET: secret } });
		assert.match(other.err, /secret does not fit/);
		assert.ok(!existsSync(file), "nothing was made");

		const restored = await run(`restore ${backup} --with-secret`, { more });
		assert.equal(restored.code, 0, restored.err);
		assert.equal(readFileSync(`${file}.secret`, "utf8"), readFileSync(`${data}.secret`, "utf8"));
		for (const made of [file, `${file}.secret`, `${backup}.secret`])
			assert.equal(statSync(made).mode & 0o777, 0o600);
		assert.match((await run("user list", { more })).out, /ada/);
	});

	it("overwrites nothing", async () => {
		const rows = await allRows(`sqlite:${data}`);
		await run("user add ben");
		const { code, err } = await run(`restore ${backup}`);
		assert.equal(code, 1);
		assert.match(err, oneLine);
		assert.match(err, /is not empty: there are rows in its table .*move it away/);
		assert.ok(
			(await allRows(`sqlite:${data}`)).get("users")?.length === (rows.get("users")?.length ?? 0) + 1,
		);
		for (const words of [`backup ${backup}`, `backup ${join(folder, "new")} --with-secret`]) {
			if (words.endsWith("secret")) writeFileSync(join(folder, "new.secret"), "kept");
			const again = await run(words);
			assert.equal(again.code, 1);
			assert.match(again.err, /exists; choose another name/);
		}
		assert.equal(readFileSync(join(folder, "new.secret"), "utf8"), "kept");
		assert.ok(!existsSync(join(folder, "new")));
	});

	it("distinguishes a backup from a damaged one, from a foreign file and from any other database", async () => {
		const damaged = join(folder, "damaged.backup");
		copyFileSync(backup, damaged);
		const file = new DatabaseSync(damaged);
		file.exec("update users set role = 'admin'");
		file.close();
		const noise = join(folder, "noise");
		writeFileSync(noise, "no database at all, but long enough to have a header of some kind");
		const { file: place, more } = newPlace();
		for (const [words, says] of [
			[damaged, /damaged.* users/],
			[noise, /is not a backup: file is not a database/],
			[data, /not made by sallyport backup/],
			[join(folder, "absent"), /There is no file/],
		] as const) {
			const { code, err } = await run(`restore ${words} --with-secret`, { more });
			assert.equal(code, 1);
			assert.match(err, oneLine);
			assert.match(err, says);
		}
		assert.ok(!existsSync(place));
	});

	it("brings the backup of an older release up to date, and refuses that of a newer one", async () => {
		const older = newPlace();
		const opened = await openDatabase(older.more.SALLYPORT_DATABASE_URL);
		await migrate(opened, { clock: systemClock, migrations: migrations.slice(0, 1) });
		const { fingerprint } = createKeyring(secret, systemRandom);
		await writeDeploymentFact(opened.database, "id", "older");
		await writeDeploymentFact(opened.database, "secret_fingerprint", fingerprint);
		await opened.close();
		const old = join(folder, "older.backup");
		const more = { SALLYPORT_SECRET: secret };
		const made = await run(`backup ${old}`, { more: { ...more, ...older.more } });
		assert.equal(made.code, 0, made.err);
		const fresh = newPlace();
		const restored = await run(`restore ${old} --json`, { more: { ...more, ...fresh.more } });
		assert.equal(restored.code, 0, restored.err);
		assert.deepEqual(
			restored.json().migrated,
			migrations.slice(1).map(({ name }) => name),
		);
		assert.equal((await allRows(fresh.more.SALLYPORT_DATABASE_URL)).get("deployment")?.length, 2);

		const newer = join(folder, "newer.backup");
		copyFileSync(backup, newer);
		const file = new DatabaseSync(newer);
		file.exec("insert into schema_migrations values ('9999-newer', 1)");
		file.close();
		const refused = await run(`restore ${newer} --with-secret`, { more: newPlace().more });
		assert.equal(refused.code, 1);
		assert.match(refused.err, /newer release \(9999-newer\)/);
	});

	it("leaves nothing behind when there is no room, and says so in one line", {
		skip: process.platform === "win32",
	}, async () => {
		const full = join(folder, "full");
		mkdirSync(full);
		await addManyEvents(`sqlite:${data}`, 1000);
		const large = join(folder, "large.backup");
		assert.equal((await run(`backup ${large} --with-secret`)).code, 0);
		for (const words of [
			`backup ${join(full, "x.backup")} --with-secret`,
			`restore ${large} --with-secret`,
		]) {
			const { code, err } = await runWithLittleRoom(
				words,
				words.startsWith("backup") ? data : join(full, "x.db"),
			);
			assert.equal(code, 1, err);
			assert.match(err, oneLine);
			assert.match(err, /x\.(backup|db) cannot be (written|used): /);
		}
		assert.deepEqual(
			readdirSync(full).filter((name) => name !== "x.db.secret"),
			[],
		);

		writeFileSync(join(full, "file"), "");
		const { err } = await run(`backup ${join(full, "file", "x.backup")}`);
		assert.match(err, oneLine);
		assert.match(err, /x\.backup cannot be written: ENOTDIR: not a directory\.\n/);
	});

	/** Files may grow to 64 KiB. */
	async function runWithLittleRoom(words: string, database: string) {
		const { PATH = "" } = process.env;
		const env = {
			PATH,
			...cheap,
			SALLYPORT_DATABASE_URL: `sqlite:${database}`,
			NODE_DISABLE_COMPILE_CACHE: "1",
		};
		const command = `ulimit -f 128; exec "$0" "$@"`;
		const child = spawn("sh", ["-c", command, process.execPath, program, ...words.split(" ")], { env });
		const [err] = await Promise.all([text(child.stderr), once(child, "close")]);
		return { code: child.exitCode, err };
	}

	it("starts again after it was killed, and no service starts before it is complete", async () => {
		const { file, more } = newPlace();
		const large = join(folder, "large.backup");
		const opened = await openDatabase(more.SALLYPORT_DATABASE_URL);
		await migrate(opened, { clock: systemClock });
		await opened.close();
		copyFileSync(`${data}.secret`, `${file}.secret`);
		const child = spawn(process.execPath, [program, "restore", large], {
			env: { ...cheap, ...more },
			stdio: "ignore",
		});
		const ended = once(child, "exit");
		const watch = new DatabaseSync(file, { readOnly: true });
		const mark = watch.prepare("select 1 from deployment where name = 'move'");
		while (mark.get() === undefined && child.exitCode === null) await turn();
		child.kill("SIGKILL");
		await ended;
		watch.close();
		assert.equal(child.signalCode, "SIGKILL", "it was to be killed on the way");
		const early = await run("user list", { more });
		assert.match(early.err, /not complete.*Run the same command again/);
		const { code, err } = await run(`restore ${large}`, { more });
		assert.equal(code, 0, err);
		assertSameRows(await allRows(more.SALLYPORT_DATABASE_URL), await allRows(`sqlite:${large}`));
	});

	it("can be used as a database in place", async () => {
		const { file, more } = newPlace();
		mkdirSync(join(file, ".."));
		copyFileSync(backup, file);
		copyFileSync(`${backup}.secret`, `${file}.secret`);
		assert.match((await run("user list", { more })).out, /ada/);
	});
});
