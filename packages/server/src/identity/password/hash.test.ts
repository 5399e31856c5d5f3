// Proves: password-hashing
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { hashSync } from "@node-rs/argon2";
import { loadConfig } from "../../platform/config/config.ts";
import { createPasswordHasher, type PasswordHasher } from "./hash.ts";

const parameters = { memory: 1024, passes: 2, parallelism: 1 };
let hasher: PasswordHasher;

before(() => {
	hasher = createPasswordHasher({ threads: 2, parameters, queueLimit: 100, deadline: 60_000 });
});
after(() => hasher.close());

const password = "tangerine moped dusty";

/** What a verification answers and how many hashes of the current parameters it cost. */
async function measured(stored: string | null, attempt = password) {
	const start = hasher.hashesDone();
	const { took: _, ...verification } = await hasher.verify(stored, attempt);
	return { ...verification, hashes: hasher.hashesDone() - start };
}

const refused = { matches: false, needsRehash: false, hashes: 1 };

test("a hash is a PHC string with its parameters and a salt of its own", async () => {
	const [one, two] = await Promise.all([hasher.hash(password), hasher.hash(password)]);
	assert.match(one, /^\$argon2id\$v=19\$m=1024,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
	assert.notEqual(one, two);
	assert.deepEqual(await measured(one), { matches: true, needsRehash: false, hashes: 1 });
});

test("the default parameters are those of OWASP", () => {
	const { hashMemory, hashPasses, hashParallelism } = loadConfig({});
	assert.deepEqual([hashMemory, hashPasses, hashParallelism], [19_456, 2, 1]);
});

test("only the exact password matches", async () => {
	const long = `${"a".repeat(71)}bcd`;
	const longest = "x".repeat(300);
	const cases: Array<{ set: string; attempts: string[] }> = [
		{
			set: password,
			attempts: [`${password} `, ` ${password}`, password.toUpperCase(), `${password}\0`, ""],
		},
		{ set: `${password} `, attempts: [password] },
		{ set: long, attempts: [`${long}e`, long.slice(0, 72), `${long.slice(0, 73)}e`] },
		{ set: longest, attempts: [`${longest}y`, `${longest.slice(0, 299)}y`, longest.slice(0, 255)] },
		{ set: "plain\u0020space in here", attempts: ["plain\u00a0space in here", "plain\u3000space in here"] },
		{ set: "a \ufffd replacement", attempts: ["a \ud800 replacement", "a \udfff replacement"] },
	];
	for (const { set, attempts } of cases) {
		const stored = await hasher.hash(set);
		assert.deepEqual(await measured(stored, set), { matches: true, needsRehash: false, hashes: 1 });
		for (const attempt of attempts) {
			assert.deepEqual(await measured(stored, attempt), refused, JSON.stringify([set, attempt]));
		}
	}
});

test("composed and decomposed letters are the same password", async () => {
	const composed = "caf\u00e9 tangerine moped";
	const decomposed = "cafe\u0301 tangerine moped";
	assert.equal((await hasher.verify(await hasher.hash(composed), decomposed)).matches, true);
	assert.equal((await hasher.verify(await hasher.hash(decomposed), composed)).matches, true);
	assert.equal((await hasher.verify(await hasher.hash(composed), "cafe tangerine moped")).matches, false);
});

test("an ill-formed password is never hashed", async () => {
	await assert.rejects(hasher.hash("a \ud800 lone surrogate"), TypeError);
});

// Proves: response-time
test("a missing hash never matches, and costs one run", async () => {
	assert.deepEqual(await measured(null), refused);
	assert.deepEqual(await measured(null, ""), refused);
});

// Proves: response-time
test("an unreadable hash never matches, never throws and costs one run", async () => {
	const stored = await hasher.hash(password);
	const unreadable = [
		"",
		"garbage",
		"$argon2id$",
		stored.slice(0, -1),
		stored.slice(0, -30),
		stored.slice(0, 40),
		`${stored}=`,
		`${stored}${"A".repeat(1000)}`,
		stored.replace("argon2id", "argon2i"),
		stored.replace("v=19", "v=18"),
		stored.replace("p=1", "p=0"),
		stored.replace("m=1024", "m=-1"),
		"$2b$12$abcdefghijklmnopqrstuuKQ0XH4y8r0cE8yE0r0cE8yE0r0cE8yE",
		password,
	];
	for (const each of unreadable) assert.deepEqual(await measured(each), refused, each);
});

test("a hash of absurd cost is not run", async () => {
	const stored = await hasher.hash(password);
	for (const each of [
		stored.replace("m=1024", "m=262145"),
		stored.replace("m=1024", "m=4294967295"),
		stored.replace("t=2", "t=17"),
		stored.replace("p=1", "p=17"),
	]) {
		assert.deepEqual(await measured(each), refused, each);
	}
});

// Proves: response-time
test("a cheaper hash matches, is to be replaced, and costs as much as a current one", async () => {
	for (const cheap of [
		{ memoryCost: 1024, timeCost: 1 },
		{ memoryCost: 64, timeCost: 3 },
		{ memoryCost: 1020, timeCost: 2 },
	]) {
		const stored = hashSync(password, cheap);
		assert.deepEqual(await measured(stored), { matches: true, needsRehash: true, hashes: 1 });
		assert.deepEqual(await measured(stored, "another one"), refused);
	}
});

test("a more expensive hash within bounds matches, and is to be replaced", async () => {
	const stored = hashSync(password, { memoryCost: 2048, timeCost: 2 });
	assert.deepEqual(await measured(stored), { matches: true, needsRehash: true, hashes: 2 });
});

test("a hash with other lengths of salt or tag is to be replaced", async () => {
	const options = { memoryCost: 1024, timeCost: 2 };
	for (const other of [{ outputLen: 24 }, { salt: Buffer.alloc(12, 7) }]) {
		const { matches, needsRehash } = await hasher.verify(
			hashSync(password, { ...options, ...other }),
			password,
		);
		assert.deepEqual({ matches, needsRehash }, { matches: true, needsRehash: true });
	}
});

test("the memory ceiling is that of all threads", () => {
	assert.equal(hasher.memoryCeiling, 2 * 1024 * 1024);
});

test("a process that has hashed ends by itself", async () => {
	const program = `
		import { createPasswordHasher } from ${JSON.stringify(new URL("./hash.ts", import.meta.url))};
		const hasher = createPasswordHasher({ threads: 2, parameters: ${JSON.stringify(parameters)}, queueLimit: 10, deadline: 60_000 });
		const stored = await hasher.hash("tangerine moped dusty");
		console.log((await hasher.verify(stored, "tangerine moped dusty")).matches);
	`;
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
	assert.equal(stdout, "true\n");
});
