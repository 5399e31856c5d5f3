import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const random = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");

/** Hashes of nobody's password, in the spellings that large systems have. */
const hashes: ReadonlyArray<() => string> = [
	() => `$2b$12$${random(39).replaceAll("+", ".").slice(0, 52)}.`,
	() => `pbkdf2_sha256$600000$${randomBytes(11).toString("hex")}$${randomBytes(32).toString("base64")}`,
	() => `$argon2id$v=19$m=65536,t=3,p=4$${random(16)}$${random(32)}`,
	() => `scrypt:32768:8:1$${randomBytes(8).toString("hex")}$${randomBytes(64).toString("hex")}`,
];

/** JSON lines. */
export async function makeFile(path: string, users: number): Promise<void> {
	function* lines() {
		for (let user = 0; user < users; user += 1) {
			const passwordHash = hashes[user % hashes.length]?.();
			yield `${JSON.stringify({ username: `user-${user}@example.com`, displayName: `User ${user}`, passwordHash })}\n`;
		}
	}
	await pipeline(Readable.from(lines()), createWriteStream(path));
}
