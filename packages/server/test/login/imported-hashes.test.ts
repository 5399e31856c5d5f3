/** Hashes of other systems: that they are read and match, what is refused, and what their check costs. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createArgon2 } from "../../src/identity/password/argon2.ts";
import { createPasswordHasher, type PasswordHasher } from "../../src/identity/password/hash.ts";
import { writeImportedHash } from "../../src/identity/password/imported-hash.ts";
import { looksLikeHash, readPasswordHash } from "../../src/operations/import/read-password-hash.ts";
import { KNOWN_PASSWORD, knownHashes } from "../support/known-hashes.ts";

/** A hash as the table of users holds it. */
function stored(given: unknown): string {
	const read = readPasswordHash(given);
	if ("mistake" in read) throw new Error(read.mistake);
	return writeImportedHash(read.hash);
}

const fast = /is a fast hash/;
const tooExpensive = /too expensive/;
const unknown = /is not a hash of argon2, scrypt, bcrypt or PBKDF2 in a known format/;
const refused: Array<[given: unknown, reason: RegExp]> = [
	["5f4dcc3b5aa765d61d8327deb882cf99", fast],
	["5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8", fast],
	["5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8", fast],
	["md5$salt$5f4dcc3b5aa765d61d8327deb882cf99", fast],
	["sha1$salt$5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8", fast],
	["{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr", fast],
	["$apr1$salt$Xxd1irWT9ycqoYxGFn4cb.", fast],
	["$P$B55D6LjfHDkINU5wF.v2BuuzO0/XPk/", /phpass/],
	["$5$rounds=5000$salt$hash", /crypt\(3\)/],
	["pbkdf2_sha1$200000$salt$q1UMegn0NSlPSuHTTTkqbVBRvUk=", /SHA-1/],
	["$2x$12$boWV8n4J4VD8YtpO7NZJBO5IxaIftm5/cg077uPLzGqWUBe51yARa", /broken/],
	["$2b$15$boWV8n4J4VD8YtpO7NZJBO5IxaIftm5/cg077uPLzGqWUBe51yARa", tooExpensive],
	["$2b$31$boWV8n4J4VD8YtpO7NZJBO5IxaIftm5/cg077uPLzGqWUBe51yARa", tooExpensive],
	["$pbkdf2-sha256$2000001$g9Da21ur1dpbq7WWUiolJA$nPJXUn9qYx3sJ7rqGzFxlmzkNR8SePpwIzMB4hOCp5w", tooExpensive],
	["$pbkdf2-sha256$1$g9Da21ur1dpbq7WWUiolJA$nPJXUn9qYx3sJ7rqGzFxlmzkNR8SePpwIzMB4hOCp5w", /too cheap/],
	["$scrypt$ln=20,r=8,p=1$PicEwJiT8l5r7Z2T0hrDWA$VXQJE/174ZKYsBgGKePDm2C8XQoNDwN09g+LLpjfrBs", /256 MiB/],
	["$scrypt$ln=14,r=8,p=1$PicEwJiT8l5r7Z2T0hrDWA$VXQJE/174ZKYsBgGKePDm2C8XQoNDwN09g+LLpjfrBs", /too cheap/],
	["scrypt:32769:8:1$z3pzhbCJfLmjnMX5$ea82cee7710e0409f887b774bb9eb9f1", /whole numbers/],
	[
		"$argon2id$v=19$m=262145,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$HFP6N9WTUeLRlXfzmWSqzLu30sR7xIjOwMBpdC0WDhU",
		tooExpensive,
	],
	[
		"$argon2id$v=19$m=4294967296999999999999,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$HFP6N9WTUeLRlXfzmWSqzLu30sR7xIj",
		/whole/,
	],
	["$argon2id$v=19$m=512,t=1,p=1$MDEyMw$HFP6N9WTUeLRlXfzmWSqzLu30sR7xIjOwMBpdC0WDhU", /salt has 4 bytes/],
	[KNOWN_PASSWORD, unknown],
	["", unknown],
	["$2b$04$0rXvU8Q.8Iw1Q43tDiidKehIN72Mzy73xAplil06OQndJf3nhs8y", unknown],
	[`${String(knownHashes.argon2id)}\n`, unknown],
	["imported$bcrypt$logRounds=4$2tZxW+SA+Ky3S65vFkkfMg$jKP94O109", unknown],
	[{}, unknown],
	[{ credentialData: "{", secretData: [] }, unknown],
	[{ credentialData: '{"algorithm":"pbkdf2","hashIterations":20000}', secretData: "{}" }, unknown],
	[{ credentialData: '{"algorithm":"argon2","hashIterations":5}', secretData: "{}" }, unknown],
	[{ credentialData: '{"algorithm":"pbkdf2-sha256","hashIterations":27500}', secretData: "{}" }, /bytes/],
	[17, /not text/],
	[["$2b$04$0rXvU8Q.8Iw1Q43tDiidKehIN72Mzy73xAplil06OQndJf3nhs8yy"], unknown],
];

// Proves: password-hashing
describe("a hash of another system", () => {
	let hasher: PasswordHasher;
	before(async () => {
		const parameters = { memory: 64, passes: 1, parallelism: 1 };
		hasher = createPasswordHasher({ threads: 1, parameters, queueLimit: 100, deadline: 60_000 });
	});
	after(() => hasher.close());

	const verify = async (hash: string, password: string) => {
		const { took: _, ...said } = await hasher.verify(hash, password);
		return said;
	};
	const right = { matches: true, needsRehash: true };
	const wrong = { matches: false, needsRehash: false };

	for (const [system, given] of Object.entries(knownHashes)) {
		it(`of ${system} matches its password, and is to be replaced`, async () => {
			const hash = stored(given);
			assert.deepEqual(await verify(hash, KNOWN_PASSWORD), right);
			assert.deepEqual(await verify(hash, `${KNOWN_PASSWORD} `), wrong);
			// A check with scrypt takes a tenth of a second, and does with a password what other checks do.
			if (/scrypt/.test(system)) return;
			for (const other of [KNOWN_PASSWORD.toUpperCase(), ""])
				assert.deepEqual(await verify(hash, other), wrong);
		});
	}

	it("of bcrypt matches no password of which bcrypt sees only the beginning", async () => {
		const of72 = stored("$2b$04$UU2mSfT0T1g.X7jHMBA0yOCJCdsFa.8AWO9aqsQv4MUlMwcrq4oNu");
		assert.deepEqual(await verify(of72, "x".repeat(72)), right);
		const ofNul = stored("$2b$04$boWV8n4J4VD8YtpO7NZJBO5IxaIftm5/cg077uPLzGqWUBe51yARa");
		assert.deepEqual(await verify(ofNul, "nul"), right);
		const attempts: Array<[string, string]> = [
			[of72, "x".repeat(71)],
			[of72, "x".repeat(73)],
			[of72, "x".repeat(1024)],
			[ofNul, "nul\0"],
			[ofNul, "nul\0nul"],
		];
		for (const [hash, attempt] of attempts) {
			const before = hasher.hashesDone();
			assert.deepEqual(await verify(hash, attempt), wrong);
			assert.ok(hasher.hashesDone() - before >= 1, "the work is done all the same");
		}
	});

	it("matches what was typed there, composed or not", async () => {
		const decomposed = stored("$2b$04$JalAPgwxU11hauXDsxZmLuKSbOUnuahYlMAoLUXLLz27mZP9Lk8Oy");
		assert.deepEqual(await verify(decomposed, "cafe\u0301 tangerine moped"), right);
		assert.deepEqual(await verify(decomposed, "caf\u00e9 tangerine moped"), wrong);
	});

	for (const [given, reason] of refused) {
		it(`is refused: ${JSON.stringify(given).slice(0, 50)}`, () => {
			const read = readPasswordHash(given);
			assert.ok("mistake" in read);
			assert.match(read.mistake, reason);
			const longest = Math.max(
				...String(given)
					.split(/[$:,]/)
					.map((part) => part.length),
			);
			if (typeof given === "string" && longest > 8)
				assert.ok(!given.split(/[$:,]/).some((part) => part.length > 8 && read.mistake.includes(part)));
		});
	}

	it("is distinguished from a name", () => {
		for (const given of Object.values(knownHashes))
			if (typeof given === "string") assert.ok(looksLikeHash(given));
		for (const name of [
			"ada",
			"ada@example.com",
			"$ada",
			"a$b$c",
			"md5",
			"deadbeef",
			"0af7651916cd43dd8448eb211c80319c",
		])
			assert.ok(!looksLikeHash(name));
	});
});

// Proves: response-time
describe("the work of checking a hash of another system", () => {
	const password = Buffer.from(KNOWN_PASSWORD);
	const imported = stored(knownHashes["Django pbkdf2_sha256"]);
	/** By this clock one of our own hashes takes 10 ms, and one of another system so long. */
	function argon2(milliseconds: number) {
		let readings = 0;
		let time = 0;
		// Two readings for one of our own, which is measured first, then two for what is verified.
		const clock = () => {
			readings += 1;
			if (readings === 2) time += 10;
			if (readings === 4) time += milliseconds;
			return time;
		};
		return createArgon2({ memory: 1000, passes: 4, parallelism: 1 }, clock);
	}
	const worked = async (milliseconds: number, attempt = password) =>
		(await argon2(milliseconds).verify(imported, attempt)).work;

	it("is filled up to that of our own, never less, whether it matches or not", async () => {
		for (const milliseconds of [0, 1, Math.PI, 5, 9.9, 9.9991, 10]) {
			for (const attempt of [password, Buffer.from("another password")]) {
				const work = await worked(milliseconds, attempt);
				assert.ok(work >= 1 && work < 1.01, `${milliseconds} ms: ${work}`);
			}
		}
	});

	it("is reported when it is more", async () => {
		assert.equal(await worked(25), 2.5);
	});
});
