// At length: it needs thousands of rows or attempts.
/** The form of access keys: what scanners look for, and what tells a cut-off key from a wrong one. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { accessKeyForm } from "../../src/identity/access-key/key-form.ts";
import { readAddresses } from "../../src/identity/access-key/read-key-limits.ts";
import { LoginError } from "../../src/platform/errors.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";

const manual = readFileSync(new URL("../../../../docs/access-keys.md", import.meta.url), "utf8");
const [, documented = ""] = /^`(\S+)` finds every key/m.exec(manual) ?? [];
const anywhere = new RegExp(documented, "g");

test("the documents have the pattern of the service, for each scanner", () => {
	assert.equal(`^${documented}$`, accessKeyForm.pattern);
	assert.ok(manual.includes(`*Secret format* \`${documented}\``));
	assert.ok(manual.includes(`regex = '''\\b${documented}\\b'''`));
});

test("each of 1,000 access keys has the documented form and a right checksum, and no two are alike", () => {
	const keys = Array.from({ length: 1000 }, () => accessKeyForm.make(systemRandom));
	assert.equal(new Set(keys).size, keys.length);
	for (const key of keys) {
		assert.equal(key.length, 48);
		assert.ok(accessKeyForm.hasForm(key) && accessKeyForm.isSound(key), key);
		assert.equal(key.slice(10, 14), accessKeyForm.hintOf(key));
	}
	const document = keys.map((key) => `password=${key};`).join("\n");
	assert.deepEqual(document.match(anywhere), keys);
});

test("each character of an access key is as likely as any other", () => {
	const counts = new Map<string, number>();
	const random = Array.from({ length: 2000 }, () => accessKeyForm.make(systemRandom).slice(10, 42)).join("");
	for (const character of random) counts.set(character, (counts.get(character) ?? 0) + 1);
	assert.equal(counts.size, 62);
	const expected = random.length / 62;
	// Six standard deviations.
	const most = 6 * Math.sqrt(expected);
	for (const [character, count] of counts) assert.ok(Math.abs(count - expected) < most, character);
});

test("a change of any one character of an access key is found by its checksum", () => {
	const key = accessKeyForm.make(systemRandom);
	for (let at = 10; at < key.length; at++) {
		const other = key[at] === "a" ? "b" : "a";
		assert.equal(accessKeyForm.isSound(key.slice(0, at) + other + key.slice(at + 1)), false, `at ${at}`);
	}
});

test("what is longer, shorter or of other letters is no access key, and goes the way of a password", () => {
	const key = accessKeyForm.make(systemRandom);
	for (const text of [key.slice(1), `${key}A`, `${key}\n`, key.toUpperCase(), key.replace(/.$/, "а"), ""])
		assert.equal(accessKeyForm.hasForm(text), false, JSON.stringify(text));
});

test("no file of the repository holds what a scanner would take for an access key of someone", () => {
	const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
	assert.ok(files.length > 500);
	for (const file of files) {
		assert.equal(readFileSync(file, "latin1").match(anywhere), null, file);
	}
});

test("addresses of a key are kept as ranges, and a range with bits after its length is refused", () => {
	const kept: Array<[string, string]> = [
		["192.0.2.7", "192.0.2.7/32"],
		["10.0.0.0/8", "10.0.0.0/8"],
		["0.0.0.0/0", "0.0.0.0/0"],
		["::ffff:192.0.2.7", "192.0.2.7/32"],
		["2001:db8::/32", "2001:db8::/32"],
		["2001:db8::1", "2001:db8::1/128"],
	];
	for (const [given, range] of kept) assert.deepEqual(readAddresses([given]), [range]);
	assert.deepEqual(readAddresses([]), null);
	assert.deepEqual(readAddresses(["10.0.0.1", "10.0.0.1/32"]), ["10.0.0.1/32"]);
	const refused = ["10.0.0.1/8", "2001:db8::1/32", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/", "10.0.0", ""];
	for (const text of [...refused, "::ffff:10.0.0.0/104", "fe80::1%eth0", "localhost", "10.0.0.0/8/8"])
		assert.throws(
			() => readAddresses(["10.0.0.0/8", text]),
			(error) => error instanceof LoginError && error.details.errors?.[0]?.pointer === "/addresses/1",
			text,
		);
});
