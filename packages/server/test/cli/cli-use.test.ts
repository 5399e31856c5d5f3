import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { commands } from "../../src/operator/cli/commands.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, createRunner, program, type Run } from "../support/command.ts";
import { freePort } from "../support/service.ts";

describe("how commands are used", () => {
	let folder: string;
	let file: string;
	let run: Run;
	let hosted: Run;
	before(() => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-cli-"));
		file = join(folder, "data", "x.db");
		const settings = { ...cheap, SALLYPORT_DATABASE_URL: `sqlite:${file}` };
		run = createRunner(settings);
		hosted = createHostedRunner(settings);
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	it("explains every command", async () => {
		const { code, out } = await run("help");
		assert.equal(code, 0);
		for (const [name, load] of Object.entries(commands)) {
			const found = await load();
			const inGroup = "commands" in found ? Object.entries(found.commands) : [];
			for (const [second, { usage }] of inGroup) {
				assert.match(out, new RegExp(`^ {2}${name} ${second} {2,}[A-Z]`, "m"));
				assert.ok(usage.startsWith(`sallyport ${name} ${second}`), usage);
			}
			if ("usage" in found) assert.ok(found.usage.startsWith(`sallyport ${name}`), found.usage);
		}
		assert.match((await hosted("user add --help")).out, /^ {2}--email ADDRESS /m);
		for (const words of ["user disable --help", "help user disable", "user --help"]) {
			const help = await hosted(words);
			assert.equal(help.code, 0);
			assert.match(help.out, /sallyport user disable NAME/);
		}
	});

	it("creates nothing by a command that only reads", async () => {
		const reading = [
			"user list",
			"user show ada",
			"user disable ada",
			"session list",
			"key list",
			"setup-link",
			"doctor",
		];
		for (const words of reading) {
			const { code, out, err } = await hosted(words, {
				more: { SALLYPORT_BASE_URL: `http://localhost:${await freePort()}` },
			});
			assert.match(`${out}${err}`, /sallyport serve/, words);
			if (words === "doctor") continue;
			assert.equal(code, 1);
			assert.match(
				err,
				/If the service runs already, set SALLYPORT_DATABASE_URL here as it is set there\./,
				words,
			);
		}
		assert.equal(existsSync(join(folder, "data")), false);
	});

	it("makes database and secret with the first user, for their owner only", async () => {
		assert.equal((await run("user add ada")).code, 0);
		assert.equal(statSync(file).mode & 0o777, 0o600);
		assert.equal(statSync(`${file}.secret`).mode & 0o777, 0o600);
	});

	it("explains every command, and prints its version, where no native module can be loaded", async () => {
		const refuse = `import { registerHooks } from "node:module";
			registerHooks({ resolve(name, context, next) {
				if (name.startsWith("@node-rs/")) throw new Error(name + " was loaded");
				return next(name, context);
			} });`;
		const more = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuse)}` };
		const password = { input: "correct horse battery staple\n", more };
		assert.match((await run("user add ada --password-stdin", password)).err, /argon2 was loaded/);
		for (const words of ["help", "version", "user --help"]) {
			const { code, err } = await run(words, { more });
			assert.deepEqual([code, err], [0, ""], words);
		}
	});

	it("prints the version", async () => {
		const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
			version: string;
		};
		assert.deepEqual((await run("version --json")).json(), { version, node: process.versions.node });
		assert.ok((await run("--version")).out.startsWith(`sallyport ${version} `));
	});

	it("shows settings with their source, and no secret", async () => {
		const more = {
			SALLYPORT_SECRET: "not for anybody's eyes, 32 characters",
			SALLYPORT_SECRET_NEXT: "this is not for anybody's eyes either",
			SALLYPORT_METRICS_TOKEN: "nor-for-anybody-is-this",
			SALLYPORT_DATABASE_URL: "postgres://sally:hunter2@db.example/sallyport",
			SALLYPORT_BASE_URL: "https://login.example",
		};
		const { out } = await hosted("config", { more });
		assert.match(out, /^SALLYPORT_BASE_URL +environment +https:\/\/login\.example$/m);
		assert.match(out, /^SALLYPORT_PORT +default +443$/m);
		for (const name of ["SECRET", "SECRET_NEXT", "METRICS_TOKEN"])
			assert.match(out, new RegExp(`^SALLYPORT_${name} +environment +\\*\\*\\*$`, "m"));
		assert.doesNotMatch(out, /hunter2|anybody/);
		assert.doesNotMatch((await hosted("config --json", { more })).out, /hunter2|anybody/);
	});

	it("listens on PORT, as platforms set it, unless SALLYPORT_PORT is set, and says where the port comes from", async () => {
		const inForce = async (more: Record<string, string>) => {
			const { out } = await hosted("config", { more });
			return ["BASE_URL", "HOST", "PORT"].map((name) =>
				new RegExp(`^SALLYPORT_${name} +(.*)$`, "m").exec(out)?.[1]?.split(/ +/).join(" "),
			);
		};
		const host = "default 127.0.0.1";
		assert.deepEqual(await inForce({ PORT: "3000" }), ["PORT http://localhost:3000", host, "PORT 3000"]);
		const own = { SALLYPORT_BASE_URL: "https://login.example" };
		const base = "environment https://login.example";
		assert.deepEqual(await inForce({ PORT: " 3000 ", ...own }), [base, host, "PORT 3000"]);
		assert.deepEqual(await inForce({ PORT: "", ...own }), [base, host, "default 443"]);
		assert.deepEqual(await inForce({ PORT: "3000", SALLYPORT_PORT: "8400", ...own }), [
			base,
			host,
			"environment 8400",
		]);
		for (const PORT of ["http", "65536", "80/tcp", "-1"]) {
			const { code, err } = await hosted("serve", { more: { PORT } });
			assert.equal(code, 1, PORT);
			assert.equal(err, "sallyport: PORT: must be a whole number between 0 and 65535.\n");
		}
	});

	it("stops with one line for every mistake in the settings", async () => {
		const more = { SALLYPORT_COLOUR: "red", SALLYPORT_PORT: "x", SALLYPORT_TOKEN_LIFETIME: "1 hour" };
		for (const words of ["serve", "config", "user list"]) {
			const { code, out, err } = await hosted(words, { more });
			assert.deepEqual([code, out], [1, ""]);
			const lines = err.trimEnd().split("\n");
			assert.equal(lines.length, 3, err);
			for (const name of Object.keys(more))
				assert.ok(
					lines.some((line) => line.startsWith(`sallyport: ${name}: `)),
					name,
				);
		}
	});

	it("names the setting that was meant, and the file that is not there", async () => {
		const slip = await hosted("user list", { more: { SALLYPORT_DATABSE_URL: "x" } });
		assert.match(
			slip.err,
			/^sallyport: SALLYPORT_DATABSE_URL: there is no such setting\. Did you mean SALLYPORT_DATABASE_URL\? docs/,
		);
		for (const words of ["apply /none.json", "user import /none.json"])
			assert.equal(
				(await hosted(words)).err,
				"sallyport: There is no file /none.json, or it may not be read.\n",
			);
	});

	it("wants a database URL of a known kind, and a secret from the settings only for PostgreSQL", async () => {
		for (const url of ["mysql://sally:hunter2@db.example/x", "/srv/x.db"]) {
			const { code, err } = await hosted("config", { more: { SALLYPORT_DATABASE_URL: url } });
			assert.equal(code, 1, url);
			assert.equal(
				err,
				"sallyport: SALLYPORT_DATABASE_URL: must be sqlite:PATH or postgres://…, such as sqlite:/var/lib/sallyport/sallyport.db.\n",
			);
		}
		for (const url of ["postgres://db.example/x", "postgresql://db.example/x"]) {
			const { code, err } = await hosted("config", { more: { SALLYPORT_DATABASE_URL: url } });
			assert.equal(code, 1, url);
			assert.match(err, /^sallyport: SALLYPORT_SECRET: PostgreSQL needs it.*\n$/);
		}
	});

	it("uses one database in a checkout, whatever the folder", async () => {
		const root = join(program, "../../../..");
		for (const cwd of ["/", folder]) {
			const { settings } = (await createRunner({})("config --json", { cwd })).json();
			const list = settings as Array<{ env: string; value: string }>;
			const found = list.find(({ env }) => env === "SALLYPORT_DATABASE_URL")?.value;
			assert.equal(found, `sqlite:${root}/data/sallyport.db`);
		}
	});
});
