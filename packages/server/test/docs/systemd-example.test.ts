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

const unit = example("sallyport.service");
const analyze = spawnSync("systemd-analyze", ["--version"], { encoding: "utf8" });
const version = Number(/^systemd (\d+)/.exec(analyze.stdout ?? "")?.[1] ?? 0);

it("the unit shuts off what the service does not need", () => {
	const shut = [
		"ProtectProc=invisible",
		"ProtectKernelLogs=true",
		"SystemCallFilter=@system-service",
		"SystemCallFilter=~@privileged",
	];
	for (const line of shut) assert.ok(unit.includes(`\n${line}\n`), line);
});

it("systemd reads the unit without a warning, and rates it as well shut off", {
	skip: version >= 250 ? false : "systemd-analyze 250 or later is not installed here",
}, () => {
	const file = join(folder, "sallyport.service");
	writeFileSync(file, unit.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
	const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
	assert.equal(verified.status, 0, verified.stderr);
	assert.doesNotMatch(verified.stderr, /sallyport\.service/);
	// In tenths; without the lines above it was 3.4.
	const rating = ["security", "--offline=true", "--no-pager", "--threshold=15", file];
	const rated = spawnSync("systemd-analyze", rating, { encoding: "utf8" });
	assert.equal(rated.status, 0, rated.stdout);
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
