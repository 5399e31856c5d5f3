import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { sql } from "kysely";
import { openDatabase } from "./open.ts";

describe("the service", () => {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-"));
	const startFolder = process.cwd();
	before(() => process.chdir(folder));
	after(() => {
		process.chdir(startFolder);
		rmSync(folder, { recursive: true, force: true });
	});

	const files = [
		{ url: "sqlite:./data/x.db", file: "data/x.db" },
		{ url: "sqlite:y.db", file: "y.db" },
		{ url: `sqlite:${join(folder, "absolute.db")}`, file: "absolute.db" },
		{ url: `sqlite://${join(folder, "slashes.db")}`, file: "slashes.db" },
		{ url: "sqlite:odd name ?#%20.db", file: "odd name ?#%20.db" },
	];
	for (const { url, file } of files) {
		it(`opens ${url.replace(folder, "…")} in the working directory`, async () => {
			const opened = await openDatabase(url);
			assert.equal(opened.dialect, "sqlite");
			assert.equal(existsSync(join(folder, file)), true);
			await opened.close();
		});
	}

	it("opens a database in memory", async () => {
		const { database, close } = await openDatabase("sqlite::memory:");
		assert.deepEqual((await sql`select 1 as one`.execute(database)).rows, [{ one: 1 }]);
		await close();
	});

	for (const scheme of ["postgres", "postgresql"]) {
		it(`takes ${scheme}:// without asking the server yet`, async () => {
			const { dialect, close } = await openDatabase(`${scheme}://user:secret@127.0.0.1:1/database`);
			assert.equal(dialect, "postgres");
			await close();
		});
	}

	const refused = [
		{ url: "mysql://user:secret@host/db", says: /must start with sqlite: or postgres:/ },
		{ url: "/var/lib/x.db", says: /must start with/ },
		{ url: "", says: /must start with/ },
		{ url: "sqlite:", says: /names no file/ },
		{ url: "sqlite://data/x.db", says: /names no file/ },
		{ url: "postgres://user:secret@host", says: /names no database/ },
		{ url: "postgres://user:secret@host:port/db", says: /not well-formed/ },
		{ url: "postgres://user:secret@host,other:port/db", says: /not well-formed/ },
		{ url: "postgres://user:secret@host,/db", says: /not well-formed/ },
		{ url: "postgres://user:50%secret@host/db", says: /has a % that encodes nothing\. Write %25/ },
		{ url: "postgres://user:secret@host/100%", says: /has a % that encodes nothing\. Write %25/ },
		{
			url: "postgres://user:secret@host,other/db?target_session_attrs=standby",
			says: /target_session_attrs=standby. Supported: read-write, primary, any/,
		},
		{
			url: "postgres://user:secret@host/db?sslmode=prefer",
			says: /sslmode=prefer. Supported: disable, require/,
		},
		{ url: "postgres://user:secret@host/db?ssl=true", says: /not supported: ssl\./ },
		{
			url: "postgres://user:secret@host/db?sslrootcert=/none",
			says: /sslrootcert=\/none; that file cannot be read/,
		},
	];
	for (const { url, says } of refused) {
		it(`refuses "${url}" in one sentence, without the password`, async () => {
			await assert.rejects(openDatabase(url), (error: Error) => {
				assert.match(error.message, says);
				assert.doesNotMatch(error.message, /secret|\n/);
				return true;
			});
		});
	}
});
