import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, program } from "../support/command.ts";
import { startServe } from "../support/serve-process.ts";
import { freePort } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-serve-"));
const SALLYPORT_SECRET = "a secret of this test, long enough to be one";

after(() => rmSync(folder, { recursive: true, force: true }));

async function freshSettings(name: string): Promise<Record<string, string>> {
	return {
		...cheap,
		SALLYPORT_LOG_LEVEL: "silent",
		SALLYPORT_DATABASE_URL: `sqlite:${join(folder, name, "x.db")}`,
		SALLYPORT_BASE_URL: `http://localhost:${await freePort()}`,
		SALLYPORT_OPERATIONS_PORT: String(await freePort()),
	};
}

/** Fails to start with one line that matches. */
async function refused(settings: Record<string, string>, says: RegExp): Promise<void> {
	const { code, out, err } = await createHostedRunner(settings)("serve");
	assert.deepEqual([code, out], [1, ""]);
	assert.match(err, says);
	assert.match(err, /^sallyport: [^\n]+\n$/, "one line, no stack");
}

describe("a start that is impossible", () => {
	it("names the setting of a port that is taken", async () => {
		const taken = createServer().listen(0, "127.0.0.1");
		await once(taken, "listening");
		const { port } = taken.address() as { port: number };
		const settings = await freshSettings("ports");
		try {
			const others = { SALLYPORT_BASE_URL: `http://localhost:${port}` };
			await refused({ ...settings, ...others }, /Port \d+ is used .* Set SALLYPORT_BASE_URL to/);
			await refused({ ...settings, SALLYPORT_PORT: String(port) }, /Set SALLYPORT_PORT to/);
			await refused(
				{ ...settings, SALLYPORT_OPERATIONS_PORT: String(port) },
				/Set SALLYPORT_OPERATIONS_PORT to/,
			);
		} finally {
			taken.close();
		}
	});

	it("names the setting of an address that this machine does not have", async () => {
		const foreign = "203.0.113.1";
		for (const name of ["SALLYPORT_HOST", "SALLYPORT_OPERATIONS_HOST"]) {
			const settings = { [name]: foreign, SALLYPORT_ALLOW_INSECURE_HTTP: "true" };
			const says = new RegExp(`cannot listen on ${foreign} .*Set ${name} to an address of this machine`);
			await refused({ ...(await freshSettings("address")), ...settings }, says);
		}
	});

	it("says which file or server is out of order", async () => {
		const plain = join(folder, "plain");
		writeFileSync(plain, "no database");
		const blocked = { SALLYPORT_DATABASE_URL: `sqlite:${plain}/x.db` };
		await refused({ ...(await freshSettings("folder")), ...blocked }, /plain\/x\.db cannot be opened/);
		// Where mkdir -p of Node tried for ever.
		const endless = { SALLYPORT_DATABASE_URL: "sqlite:/proc/x/s.db" };
		await refused({ ...(await freshSettings("proc")), ...endless }, /\/proc\/x\/s\.db cannot be opened/);
		const nonsense = { SALLYPORT_DATABASE_URL: `sqlite:${plain}` };
		await refused({ ...(await freshSettings("file")), ...nonsense }, /not a database/);
		const url = "postgres://user:password@nowhere.invalid/x?sslmode=disable";
		const nowhere = { SALLYPORT_DATABASE_URL: url, SALLYPORT_SECRET };
		const unknown = /^sallyport: The database cannot be used: getaddrinfo \w+ nowhere\.invalid\./;
		await refused({ ...(await freshSettings("nowhere")), ...nowhere }, unknown);
		writeFileSync(join(folder, "x.db"), "");
		writeFileSync(join(folder, "x.db.secret"), "short", { mode: 0o600 });
		const broken = { SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "x.db")}` };
		await refused({ ...(await freshSettings("secret")), ...broken }, /x\.db\.secret is too short/);
		const password = { SALLYPORT_ADMIN_PASSWORD_FILE: join(folder, "nowhere") };
		await refused(
			{ ...(await freshSettings("password")), ...password },
			/ADMIN_PASSWORD_FILE: .*cannot be read/,
		);
		const silent = {
			SALLYPORT_DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`,
			SALLYPORT_SECRET,
		};
		await refused({ ...(await freshSettings("postgres")), ...silent }, /^(?!.*hunter2).*ECONNREFUSED/);
	});
});

describe("serve", () => {
	/** The events that were logged from a first start to its end, which is by that signal. */
	async function run(name: string, signal: NodeJS.Signals, first: string) {
		const preload = `data:text/javascript,${encodeURIComponent(first)}`;
		const command = [process.execPath, "--import", preload, program, "serve"];
		const service = await startServe({ databaseUrl: `sqlite:${join(folder, name, "x.db")}`, command });
		const ended = await service.end(signal).finally(service.kill);
		const lines = service.printed().match(/^\{.*\}$/gm) ?? [];
		const events = lines.map((line) => JSON.parse(line) as { event?: string; err?: { message: string } });
		return { ended, events: events.filter(({ event }) => event !== undefined) };
	}

	it("shows the greeting first on a terminal, and every line of the log after it; SIGHUP stops it, as when that closes", async () => {
		const { ended, events } = await run("terminal", "SIGHUP", "process.stdout.isTTY = true");
		assert.deepEqual([ended, events.map(({ event }) => event)], [0, ["sys_shutdown"]]);
	});

	it("prints every line of the log into a file or pipe; an uncaught error ends it, and is the last line", async () => {
		const trap = `process.on("SIGUSR2", () => { throw new Error("this error is caught by nothing"); });`;
		const { ended, events } = await run("pipe", "SIGUSR2", trap);
		assert.equal(ended, 1);
		assert.deepEqual(
			events.slice(-3).map(({ event }) => event),
			["setup_link_created", "sys_startup", "sys_crash"],
		);
		assert.equal(events.at(-1)?.err?.message, "this error is caught by nothing");
	});
});

describe("serve --json", () => {
	it("says that it is ready as one document, logs elsewhere, and stops when asked", async () => {
		const { PATH = "" } = process.env;
		const settings = await freshSettings("json");
		settings.SALLYPORT_LOG_LEVEL = "info";
		const child = spawn(process.execPath, [program, "serve", "--json"], { env: { PATH, ...settings } });
		let [out, err] = ["", ""];
		child.stderr.on("data", (chunk) => {
			err += String(chunk);
		});
		const ready = new Promise<void>((resolve) => {
			child.stdout.on("data", (chunk) => {
				out += String(chunk);
				if (out.endsWith("\n")) resolve();
			});
		});
		await Promise.race([ready, once(child, "exit")]);
		const { baseUrl, setupLink } = JSON.parse(out) as { baseUrl: string; setupLink: string };
		assert.equal(baseUrl, settings.SALLYPORT_BASE_URL);
		assert.ok(setupLink.startsWith(`${baseUrl}/setup#token=`));
		assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
		child.kill("SIGTERM");
		const [code] = await once(child, "close");
		assert.equal(code, 0);
		assert.match(err, /"event":"sys_startup"/);
		assert.match(err, /"event":"sys_shutdown"/);
		assert.ok(!err.includes(setupLink));
	});
});
