// At length: it attacks with many requests at once.
/** THC Hydra, as an attacker would run it, against a running service. Debian has it: apt-get install hydra. */
// Proves: guesses-of-strangers
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { startTestService, type TestService } from "../support/service.ts";

const { error }: SpawnSyncReturns<string> = spawnSync("hydra", ["-h"], { encoding: "utf8" });
const skip = error === undefined ? false : "hydra is not installed (Debian: apt-get install hydra)";

/** Letters only, since hydra encodes all else as forms do. */
const right = "hydrafindsthisonesomewhere";
const list = Array.from({ length: 100 }, (_, index) => (index === 49 ? right : `guessnumber${index}`));

/** What hydra says it has found. */
async function attack(service: TestService): Promise<string[]> {
	await service.addUser("ada", right);
	await service.addUser("mallory");
	const csrf = await service.copiedCsrf(await service.loggedIn("mallory"));
	const folder = mkdtempSync(join(tmpdir(), "sallyport-hydra-"));
	try {
		writeFileSync(join(folder, "list"), `${list.join("\n")}\n`);
		const form = ["/api/auth/login", String.raw`{"username"\:"^USER^","password"\:"^PASS^"}`];
		const sign = "S=Login successful";
		const json = String.raw`H=Content-Type\: application/json`;
		const options = ["g=", json, String.raw`H=csrf\: ${csrf}`];
		// Versions differ in where the sign of success is, and refuse the other order.
		const last = await hydra(folder, service.port, [...form, ...options, sign]);
		const said = last.includes("no valid optional parameter")
			? await hydra(folder, service.port, [...form, sign, ...options])
			: last;
		assert.match(said, /1 of 1 target (successfully )?completed/, said);
		return [...said.matchAll(/login: ada\s+password: (\S+)/g)].map(([, found = ""]) => found);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function hydra(folder: string, port: number, form: string[]): Promise<string> {
	const words = ["-I", "-l", "ada", "-P", "list", "-t", "4", "-s", String(port)];
	const child = spawn("hydra", [...words, "127.0.0.1", "http-post-form", form.join(":")], {
		cwd: folder,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
	return out + complaints;
}

const farOpen = {
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_ADDRESS_FAILURES: "100000",
	SALLYPORT_CSRF_FAILURES: "100000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
};

for (const [name, settings, found, most] of [
	["finds no password, though it is the fiftieth of its list", {}, [], 10],
	["finds it where nothing counts, so that the other test proves something", farOpen, [right], list.length],
] as const) {
	it(`hydra ${name}`, { skip }, async () => {
		const service = await startTestService({ settings: { ...cheap, ...settings } });
		try {
			assert.deepEqual(await attack(service), found);
			const failed = service.logged.filter((line) => "event" in line && line.event === "authn_login_fail");
			assert.ok(failed.length > 0 && failed.length <= most, `${failed.length} looked at`);
		} finally {
			await service.stop();
		}
	});
}
