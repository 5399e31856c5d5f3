/** The form in which hashes of other systems are stored, and what of it is never run. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeBcryptBase64, encodeBcryptBase64 } from "./bcrypt-base64.ts";

import {
	boundsOf,
	type ImportedHash,
	matchesImported,
	readImportedHash,
	writeImportedHash,
} from "./imported-hash.ts";

const salt = Buffer.alloc(16, 0xfb);
const tag = Buffer.alloc(32, 0xef);
const pbkdf2 = (iterations: number) => ({ kind: "pbkdf2-sha256", cost: { iterations }, salt, tag }) as const;
const scrypt = (logN: number, r: number, p: number) =>
	({ kind: "scrypt", cost: { logN, r, p }, salt, tag }) as const;
const argon2 = (memory: number, passes: number, parallelism: number, version = 19) =>
	({ kind: "argon2id", cost: { memory, passes, parallelism, version }, salt, tag }) as const;
const bcrypt = (logRounds: number) =>
	({ kind: "bcrypt", cost: { logRounds }, salt, tag: tag.subarray(0, 23) }) as const;

const sound: ImportedHash[] = [
	argon2(8, 1, 1),
	argon2(262_144, 16, 16, 16),
	{ ...argon2(512, 2, 1), kind: "argon2i" },
	{ ...argon2(512, 2, 1), kind: "argon2d" },
	scrypt(15, 8, 1),
	scrypt(14, 8, 5),
	scrypt(14, 16, 1),
	scrypt(18, 8, 2),
	pbkdf2(1000),
	{ ...pbkdf2(2_000_000), kind: "pbkdf2-sha512", tag: Buffer.alloc(64, 1) },
	bcrypt(4),
	bcrypt(14),
	{ ...bcrypt(12), kind: "bcrypt-sha256-hex" },
	{ ...bcrypt(12), kind: "bcrypt-sha256-base64" },
	{ ...bcrypt(12), kind: "bcrypt-hmac-sha256" },
];

const unsound: Array<[ImportedHash, RegExp]> = [
	[argon2(262_145, 1, 1), /KiB of memory, 262145, more than 262144: too expensive/],
	[argon2(64, 17, 1), /passes, 17/],
	[argon2(1024, 1, 17), /lanes, 17/],
	[argon2(31, 1, 4), /KiB of memory, 31, less than 32/],
	[argon2(64, 1, 1, 18), /version/],
	[argon2(64, 0, 1), /whole numbers/],
	[scrypt(14, 8, 1), /N·r·p, 131072, less than 262144: too cheap/],
	[scrypt(19, 8, 1), /256 MiB/],
	[scrypt(18, 8, 3), /N·r·p, .*too expensive/],
	[scrypt(16, 1, 8), /too large for its r/],
	[scrypt(1, 1, 2 ** 30), /too large|too expensive/],
	[scrypt(2000, 8, 1), /256 MiB/],
	[pbkdf2(999), /iterations, 999, less than 1000: too cheap/],
	[pbkdf2(2_000_001), /too expensive/],
	[pbkdf2(1000.5), /whole numbers/],
	[bcrypt(15), /cost, 15, more than 14: too expensive/],
	[bcrypt(3), /cost, 3, less than 4/],
	[{ ...bcrypt(4), salt: Buffer.alloc(15) }, /length of bcrypt/],
	[{ ...pbkdf2(1000), salt: Buffer.alloc(7) }, /salt has 7 bytes/],
	[{ ...pbkdf2(1000), tag: Buffer.alloc(15) }, /15 bytes long/],
];

describe("an imported hash", () => {
	for (const hash of sound) {
		const written = writeImportedHash(hash);
		it(`is read as it was written: ${written.slice(0, 70)}`, () => {
			assert.equal(boundsOf(hash), null);
			assert.deepEqual(readImportedHash(written), hash);
		});
	}

	for (const [hash, reason] of unsound) {
		it(`is never run when ${reason}`, () => {
			assert.match(boundsOf(hash) ?? "", reason);
			assert.equal(readImportedHash(writeImportedHash(hash)), null);
		});
	}

	it("is not recognized when it is written in any other way", () => {
		const written = writeImportedHash(pbkdf2(1000));
		const base = readImportedHash(written);
		assert.ok(base);
		for (const other of [
			"",
			"imported",
			"imported$",
			"imported$$$$",
			`$${written}`,
			` ${written}`,
			`${written}\n`,
			`${written}$`,
			`${written}=`,
			written.slice(0, -1),
			written.replace("imported", "Imported"),
			written.replace("pbkdf2-sha256", "pbkdf2-sha1"),
			written.replace("pbkdf2-sha256", "toString"),
			written.replace("pbkdf2-sha256", "__proto__"),
			written.replace("iterations=", "iterations=0"),
			written.replace("iterations=1000", "iterations=1e3"),
			written.replace("iterations=1000", "iterations=0x3e8"),
			written.replace("iterations=1000", "iterations=-1000"),
			written.replace("iterations=1000", "iterations=NaN"),
			written.replace("iterations=1000", "iterations=Infinity"),
			written.replace("iterations=1000", "iterations=1000,iterations=1000"),
			written.replace("iterations", "__proto__"),
			written.replace("+", "-"),
			`${written}${"A".repeat(600)}`,
		]) {
			assert.equal(readImportedHash(other), null, other);
		}
	});

	it("never throws, at the edges of what may be run", async () => {
		for (const cheap of [
			argon2(128, 1, 16, 16),
			argon2(8, 16, 1),
			scrypt(15, 1, 8),
			scrypt(1, 64, 2048),
			pbkdf2(1000),
		]) {
			assert.equal(boundsOf(cheap), null);
			for (const size of [8, 64]) {
				const edge = { ...cheap, salt: Buffer.alloc(size), tag: Buffer.alloc(size === 8 ? 16 : 64) };
				for (const password of ["", "x", "x".repeat(1024)])
					assert.equal(await matchesImported(edge, Buffer.from(password)), false);
			}
		}
	});
});

it("the base64 of bcrypt is that of other systems, whatever they leave in its last bits", () => {
	// Test vector of the Openwall implementation, crypt_blowfish.
	const bytes = decodeBcryptBase64("CCCCCCCCCCCCCCCCCCCCC.");
	assert.equal(bytes.length, 16);
	assert.equal(encodeBcryptBase64(bytes), "CCCCCCCCCCCCCCCCCCCCC.");
	assert.deepEqual(decodeBcryptBase64("CCCCCCCCCCCCCCCCCCCCC/"), bytes);
	for (let length = 0; length < 70; length++) {
		const some = Buffer.from(Array.from({ length }, (_, at) => (at * 37 + length) & 255));
		assert.deepEqual(decodeBcryptBase64(encodeBcryptBase64(some)), some);
	}
});
