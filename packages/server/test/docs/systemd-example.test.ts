/** The unit's settings and the wrapper for commands, as an operator installs them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { after, it } from "node:test";
import { fileURLToPath } from "node:url";
import { loadConfig } from "../../src/platform/config/config.ts";
import { program } from "../support/command.ts";

const example = (name: string) =>
	readFileSync(fileURLToPath(new URL(`../../../../examples/systemd/${name}`, import.meta.url)), "utf8");
const folder = mkdtempSync(join(tmpdir(), "sallyport-unit-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const settings = Object.fromEntries(
	example("environment")
		.split("\n")
		.filter((line) => /^\w/.test(line))
		.map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);
const hasRunuser = spawnSync("runuser", ["--version"]).status === 0 && userInfo().uid === 0;

/** The wrapper with its paths here, and with this user for the one of the service. */
function runWrapper(environment: string, ...words: string[]) {
	const script = example("sallyport")
		.replace("/etc/sallyport/environment", environment)
		.replace("/opt/sallyport/node_modules/.bin/sallyport", program)
		.replace("--user sallyport", `--user ${userInfo().username}`);
	const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
	return spawnSync("sh", ["-s", "--", ...words], { input: script, encoding: "utf8", env, cwd: folder });
}

it("the settings of the unit are settings", () => {
	const config = loadConfig(settings);
	assert.equal(config.databaseUrl, "sqlite:/var/lib/sallyport/sallyport.db");
	assert.match(example("sallyport.service"), /^EnvironmentFile=\/etc\/sallyport\/environment$/m);
});

it("a command without the right to read the settings says how to run it", () => {
	const ran = runWrapper(join(folder, "absent"), "user", "add", "ada");
	assert.equal(ran.status, 1);
	assert.match(ran.stderr, /Run it as root: sudo sallyport user add ada/);
});

it("a command runs with the settings of the unit", {
	skip: hasRunuser ? false : "needs root and runuser",
}, () => {
	const environment = join(folder, "environment");
	const url = "postgres://x:a$b&c@localhost/s?application_name=s&sslmode=disable";
	const literal = example("environment").replace(/(?<=_DATABASE_URL=).*/, () => url);
	writeFileSync(environment, `${literal}SALLYPORT_SECRET=$HOME and 'quotes', long enough to be one\n`);
	const ran = runWrapper(environment, "config", "--json");
	assert.equal(ran.status, 0, ran.stderr);
	assert.match(ran.stdout, /https:\/\/login\.example\.com/);
	assert.match(ran.stdout, /@localhost\/s\?application_name=s&sslmode=disable/);
});
