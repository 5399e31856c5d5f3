/** What would run and be unsafe: it stops the start with one line, unless the operator permits it by name; commands go on. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, createRunner } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import { startServe } from "../support/serve-process.ts";

const SALLYPORT_SECRET = "a secret of this test, long enough to be one";
/** No database answers there: a start that gets as far as that says so. */
const NOWHERE = "postgres://nobody@127.0.0.1:1/x";
const elsewhere = { SALLYPORT_DATABASE_URL: NOWHERE, SALLYPORT_SECRET };
const quietly = createHostedRunner({});
const isWindows = process.platform === "win32";
const isRoot = process.getuid?.() === 0;

let folder: string;
before(() => {
	folder = mkdtempSync(join(tmpdir(), "sallyport-dangers-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(content: string, mode: number): string {
	const path = join(folder, `file-${files++}`);
	writeFileSync(path, `${content}\n`);
	chmodSync(path, mode);
	return path;
}

/** The lines with which `serve` ends before it asks anything of a database. */
async function refusal(settings: Record<string, string>): Promise<string[]> {
	const { code, out, err } = await createRunner({ ...elsewhere, ...settings })("serve");
	assert.deepEqual([code, out], [1, ""]);
	return err.trimEnd().split("\n");
}

/** What a start would say of these settings: nothing, if they are good. */
const objections = async (settings: Record<string, string>) =>
	(await quietly("config", { more: { ...elsewhere, ...settings } })).err;

describe("plain http on the network", () => {
	for (const host of ["0.0.0.0", "::", "192.0.2.1", "login.example.com", "::ffff:127.0.0.1"]) {
		it(`stops the start on ${host}, since a loopback base URL has no TLS`, async () => {
			const [line = "", ...others] = await refusal({ SALLYPORT_HOST: host });
			assert.match(
				line,
				/^sallyport: SALLYPORT_HOST: .* SALLYPORT_HOST=127\.0\.0\.1, .*SALLYPORT_ALLOW_INSECURE_HTTP=true\.$/,
			);
			assert.deepEqual(others, []);
		});
	}

	it("does not when it is permitted by name, behind https, or on loopback", async () => {
		for (const settings of [
			{ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_ALLOW_INSECURE_HTTP: "true" },
			{ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_BASE_URL: "https://login.example.com" },
			{ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_BASE_URL: "https://localhost:8443" },
			{ SALLYPORT_HOST: "::1" },
			{ SALLYPORT_HOST: "127.0.0.2", SALLYPORT_BASE_URL: "http://127.0.0.2:8400" },
			{ SALLYPORT_HOST: "localhost" },
		] as Array<Record<string, string>>)
			assert.equal(await objections(settings), "", JSON.stringify(settings));
	});
});

describe("an origin that no browser ever sends", () => {
	for (const [written, says] of [
		["https://*.example.com", /"https:\/\/\*\.example\.com" would match nothing: .* without wildcards\.$/],
		["https://%2A.example.com", /without wildcards\.$/],
		["https://.example.com", /without wildcards\.$/],
		["*", /"\*" is not an exact origin/],
		["https://App.Example.com", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["https://app.example.com/", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["https://app.example.com/path", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["https://app.example.com:443", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["http://app.example.com:80", /browsers write that origin as http:\/\/app\.example\.com\.$/],
		["https://bücher.example", /browsers write that origin as https:\/\/xn--bcher-kva\.example\.$/],
	] as const) {
		it(`stops the start when it is ${written}, and says how to write it`, async () => {
			const names = ["SALLYPORT_ALLOWED_ORIGINS", "SALLYPORT_CREDENTIAL_ORIGINS"];
			const good = "https://good.example.com";
			const lines = await refusal(Object.fromEntries(names.map((name) => [name, `${good}, ${written}`])));
			assert.equal(lines.length, 2, lines.join("\n"));
			for (const [at, name] of names.entries()) {
				assert.ok(lines[at]?.startsWith(`sallyport: ${name}: `), lines[at]);
				assert.match(lines[at] ?? "", says);
			}
		});
	}

	it("is none of those that browsers do send", async () => {
		const origins =
			"https://app.example.com,http://localhost:3000,https://a_b.example:8443,http://[::1]:3000";
		assert.equal(await objections({ SALLYPORT_ALLOWED_ORIGINS: origins }), "");
	});
});

describe("a secret that can be guessed", () => {
	const guessable = [
		"changeme-changeme-changeme-1234567",
		"CHANGE_ME_before_production_71x3qz",
		"your-secret-here-please-change-me",
		"replace_me_with_48_random_bytes_ok",
		"<the output of: openssl rand -base64 48>",
		"an-example-secret-with-32-letters!",
		"abcdefghijklmnopqrstuvwxyz0123456789",
		"0123456789abcdef0123456789abcdef",
		"ZYXWVUTSRQPONMLKJIHGFEDCBA-3921405",
		"qwertyuiop-asdfghjkl-zxcvbnm-13579",
		"Pass_Word_of_the_deployment_71x3qz",
		"default-value-of-the-compose-file!",
		"do-not-use-this-one-outside-tests!",
		"DO_NOT_DEPLOY_with_this_value_91x3",
		"not_in_production_please_71x3qzkwv",
		"some_random_string_of_32_letters_!",
		"keyboard cat in the express manual",
		"jwt_secret_of_the_tutorial_91x3qzk",
		"k3#vQ9!pW2xZk3#vQ9!pW2xZk3#vQ9!pW2xZ",
	];
	for (const secret of guessable) {
		it(`stops the start when it is ${secret}, in each setting and file, and is not repeated`, async () => {
			const path = file(secret, 0o600);
			for (const settings of [
				{ SALLYPORT_SECRET: secret },
				{ SALLYPORT_SECRET: "", SALLYPORT_SECRET_FILE: path },
				{ SALLYPORT_SECRET_NEXT: secret },
				{ SALLYPORT_SECRET_NEXT_FILE: path },
			]) {
				const [line = "", ...others] = await refusal(settings as Record<string, string>);
				const name = Object.keys(settings).at(-1);
				assert.ok(
					line.startsWith(`sallyport: ${name}: this secret is a placeholder or follows a pattern`),
					line,
				);
				assert.match(line, /openssl rand -base64 48/);
				assert.ok(!line.includes(secret));
				assert.deepEqual(others, []);
			}
		});
	}

	it("is none that was made as it should be", async () => {
		for (const encoding of ["base64", "hex", "base64url"] as const) {
			const secret = randomBytes(48).toString(encoding);
			assert.equal(await objections({ SALLYPORT_SECRET: secret, SALLYPORT_SECRET_NEXT: `${secret}x` }), "");
		}
	});
});

it("a placeholder in the file beside the database stops the start, until a command has replaced it", async () => {
	const path = join(folder, "template.db");
	const databaseUrl = `sqlite:${path}`;
	const more = { ...cheap, SALLYPORT_DATABASE_URL: databaseUrl };
	writeFileSync(path, "");
	writeFileSync(`${path}.secret`, "changeme-changeme-changeme-1234567", { mode: 0o600 });
	// Commands work, so this is how the release before would have left it.
	assert.equal((await quietly("user add ada", { more })).code, 0);
	const refused = await createRunner(more)("serve");
	assert.equal(refused.code, 1);
	const says = `sallyport: The secret in ${path}.secret is a placeholder or follows a pattern, so that others can guess it.`;
	assert.ok(refused.err.startsWith(says), refused.err);
	assert.match(refused.err, / sallyport key rotate --secret\.\n$/);
	assert.equal((await quietly("key rotate --secret --force", { more })).code, 0);
	await (await startServe({ databaseUrl })).end("SIGTERM");
	const users = await quietly("user list", { more });
	assert.deepEqual([users.code, users.err], [0, ""]);
	assert.match(users.out, /^ada /m);
});

forEachDatabase("a deployment that runs with a placeholder as its secret", (database) => {
	it("gets another one by a command, and starts again with the same users", async () => {
		const more = {
			...cheap,
			SALLYPORT_DATABASE_URL: await database.url(),
			SALLYPORT_SECRET: "changeme-changeme-changeme-1234567",
		};
		// Commands work, so this is how the release before would have left it.
		const added = await quietly("user add ada", { more });
		assert.equal(added.code, 0, added.err);
		assert.match(added.err, /^sallyport: SALLYPORT_SECRET: this secret is a placeholder[^\n]*\n$/);
		assert.equal((await createRunner(more)("serve")).code, 1);
		const next = randomBytes(48).toString("base64");
		const guessed = await quietly("key rotate --secret", {
			more: { ...more, SALLYPORT_SECRET_NEXT: "replace_me_with_48_random_bytes_ok" },
		});
		assert.match(guessed.err, /^sallyport: SALLYPORT_SECRET_NEXT: this secret is a placeholder/);
		const rotated = await quietly("key rotate --secret", { more: { ...more, SALLYPORT_SECRET_NEXT: next } });
		assert.equal(rotated.code, 0, rotated.err);
		const serve = await startServe({
			databaseUrl: more.SALLYPORT_DATABASE_URL,
			settings: { SALLYPORT_SECRET: next },
		});
		await serve.end("SIGTERM");
		const users = await quietly("user list", { more: { ...more, SALLYPORT_SECRET: next } });
		assert.deepEqual([users.code, users.err], [0, ""]);
		assert.match(users.out, /^ada /m);
	});
});

describe("a file with a secret that every user may read", { skip: isWindows }, () => {
	const secret = randomBytes(48).toString("base64");
	for (const mode of [0o644, 0o604, 0o602]) {
		it(`stops the start with mode 0${mode.toString(8)}, whichever setting names it`, async () => {
			const path = file(secret, mode);
			for (const settings of [
				{ SALLYPORT_SECRET: "", SALLYPORT_SECRET_FILE: path },
				{ SALLYPORT_SECRET_NEXT_FILE: path },
				{ SALLYPORT_METRICS_TOKEN_FILE: path },
				{ SALLYPORT_ADMIN_PASSWORD_FILE: path },
			]) {
				const [line = "", ...others] = await refusal(settings as Record<string, string>);
				const name = Object.keys(settings).at(-1);
				assert.ok(line.startsWith(`sallyport: ${name}: ${path} is open to every user (mode 0`), line);
				assert.ok(line.includes(`Run chmod 600 ${path},`), line);
				assert.match(line, /SALLYPORT_ALLOW_READABLE_SECRET=true\.$/);
				assert.deepEqual(others, []);
				const more = { ...settings, SALLYPORT_ALLOW_READABLE_SECRET: "true" };
				assert.equal(await objections(more as Record<string, string>), "");
			}
		});
	}

	it("is none that its group alone may read, as services often get theirs; doctor says it", async () => {
		const settings = { SALLYPORT_SECRET: "", SALLYPORT_SECRET_FILE: file(secret, 0o440) };
		assert.equal(await objections(settings), "");
		const databaseUrl = `sqlite:${join(folder, "group.db")}`;
		await (await startServe({ databaseUrl, settings })).end("SIGTERM");
		const more = { ...cheap, SALLYPORT_DATABASE_URL: databaseUrl, ...settings };
		const { checks } = (await quietly("doctor --json", { more })).json() as {
			checks: Array<{ name: string; status: string; fact: string }>;
		};
		const { status, fact } = checks.find(({ name }) => name === "secret") ?? {};
		assert.equal(status, "warning");
		assert.match(fact ?? "", /is open to its group \(mode 0440\)$/);
	});

	it("of another user is not to be shut to the service by chmod", { skip: !isRoot }, async () => {
		const path = file(secret, 0o644);
		chownSync(path, 4711, 4711);
		const [line = ""] = await refusal({ SALLYPORT_SECRET: "", SALLYPORT_SECRET_FILE: path });
		assert.match(line, / Make it readable for the service's user alone, or permit it /);
		assert.doesNotMatch(line, /chmod/);
	});

	it("stops the start beside the database too, until the command that it names was run", async () => {
		const path = join(folder, "beside.db");
		const databaseUrl = `sqlite:${path}`;
		await (await startServe({ databaseUrl })).end("SIGTERM");
		for (const beside of [`${path}.secret`, `${path}.secret.next`]) {
			if (beside.endsWith(".next")) writeFileSync(beside, secret);
			chmodSync(beside, 0o644);
			const settings = { ...cheap, SALLYPORT_DATABASE_URL: databaseUrl };
			// A service that starts all the same would go on, so it is ended before it is blamed.
			const why = await startServe({ databaseUrl }).then(
				async (started) => `it started: ${await started.end("SIGTERM")}`,
				(error: Error) => error.message,
			);
			const err = /^It ended \(1\): (sallyport: [^\n]*\n)$/.exec(why)?.[1] ?? assert.fail(why);
			const users = await quietly("user list", { more: settings });
			assert.deepEqual([users.code, users.err], [0, err], "a command says it and goes on");
			const doctor = (await quietly("doctor --json", { more: settings })).json() as {
				checks: Array<{ name: string; fact: string }>;
			};
			assert.ok(doctor.checks.some(({ fact }) => err.includes(fact)));
			const permitted = { SALLYPORT_ALLOW_READABLE_SECRET: "true" };
			await (await startServe({ databaseUrl, settings: permitted })).end("SIGTERM");
			chmodSync(/chmod (600) (\S+),/.exec(err)?.[2] ?? "", 0o600);
			await (await startServe({ databaseUrl })).end("SIGTERM");
		}
	});
});

it("everything that is wrong is reported at once, one line each", async () => {
	const lines = await refusal({
		SALLYPORT_HOST: "0.0.0.0",
		SALLYPORT_SECRET: "changeme-changeme-changeme-1234567",
		SALLYPORT_SECRET_NEXT_FILE: file(randomBytes(48).toString("base64"), 0o644),
		SALLYPORT_ADMIN_PASSWORD_FILE: file("five words nobody else has", 0o644),
		SALLYPORT_TOKEN_LIFETIME: "13h",
	});
	const named = lines.map((line) => /^sallyport: SALLYPORT_(\w+): /.exec(line)?.[1]);
	assert.deepEqual(named, ["TOKEN_LIFETIME", "HOST", "SECRET", "SECRET_NEXT_FILE", "ADMIN_PASSWORD_FILE"]);
});
