// At length: it copies whole deployments.
/** A secret that others may guess or read stops the start with one line, unless the operator permits it by name. */
// Proves: deployment-secret
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { objections, quietly, refusal } from "../support/dangerous-settings.ts";
import { onSqlite } from "../support/databases.ts";
import { startServe } from "../support/serve-process.ts";

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

	it("is not found in random bytes", async () => {
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
	// Commands work, so this is how the previous release would have left it.
	assert.equal((await quietly("user add ada", { more })).code, 0);
	const refused = await quietly("serve", { more });
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

onSqlite("a deployment that runs with a placeholder as its secret", (database) => {
	it("gets another one by a command, and starts again with the same users", async () => {
		const more = {
			...cheap,
			SALLYPORT_DATABASE_URL: await database.url(),
			SALLYPORT_SECRET: "changeme-changeme-changeme-1234567",
		};
		// Commands work, so this is how the previous release would have left it.
		const added = await quietly("user add ada", { more });
		assert.equal(added.code, 0, added.err);
		assert.match(added.err, /^sallyport: SALLYPORT_SECRET: this secret is a placeholder[^\n]*\n/);
		assert.match(added.err, /\nsallyport: There was no deployment in \S+\. This command made one\.\n$/);
		assert.equal((await quietly("serve", { more })).code, 1);
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

	it("is not one that only its group may read, as services often get theirs; doctor reports it", async () => {
		const settings = { SALLYPORT_SECRET: "", SALLYPORT_SECRET_FILE: file(secret, 0o440) };
		assert.equal(await objections(settings), "");
		const databaseUrl = `sqlite:${join(folder, "group.db")}`;
		const more = { ...cheap, SALLYPORT_DATABASE_URL: databaseUrl, ...settings };
		assert.equal((await quietly("user add ada", { more })).code, 0);
		const { checks } = (await quietly("doctor --json", { more })).json() as {
			checks: Array<{ name: string; status: string; fact: string }>;
		};
		const { status, fact } = checks.find(({ name }) => name === "secret") ?? {};
		assert.equal(status, "warning");
		assert.match(fact ?? "", /is open to its group \(mode 0440\)$/);
	});

	it("of another user stops the start without the advice to run chmod, which would lock the service out", {
		skip: !isRoot,
	}, async () => {
		const path = file(secret, 0o644);
		chownSync(path, 4711, 4711);
		const [line = ""] = await refusal({ SALLYPORT_SECRET: "", SALLYPORT_SECRET_FILE: path });
		assert.match(line, / Make it readable for the service's user alone, or permit it /);
		assert.doesNotMatch(line, /chmod/);
	});

	it("stops the start beside the database too, until the command in the message was run", async () => {
		const path = join(folder, "beside.db");
		const databaseUrl = `sqlite:${path}`;
		const added = await quietly("user add ada", { more: { ...cheap, SALLYPORT_DATABASE_URL: databaseUrl } });
		assert.equal(added.code, 0);
		for (const beside of [`${path}.secret`, `${path}.secret.next`]) {
			if (beside.endsWith(".next")) writeFileSync(beside, secret);
			chmodSync(beside, 0o644);
			const settings = { ...cheap, SALLYPORT_DATABASE_URL: databaseUrl };
			const { code, out, err } = await quietly("serve", { more: settings });
			assert.deepEqual([code, out], [1, ""]);
			assert.match(err, /^sallyport: [^\n]*\n$/);
			const users = await quietly("user list", { more: settings });
			assert.deepEqual([users.code, users.err], [0, err], "a command says it and runs");
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
