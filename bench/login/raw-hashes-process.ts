/** What the password hashing of the peers can do at most: their library and parameters, with nothing around it. */
import { scrypt } from "node:crypto";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { offer } from "../lib/helper-process.ts";

export interface RawOrder {
	library: "scrypt" | "argon2";
	/** Where argon2 is installed. */
	folder: string;
	/** Milliseconds. */
	duration: number;
}

interface Argon2 {
	hash(password: string): Promise<string>;
	verify(stored: string, password: string): Promise<boolean>;
}

const PASSWORD = "brass otter lantern quill";
/** Calls under way: one more than there are processors, so that none waits for the next call. */
const CALLS = availableParallelism() + 1;

async function verifyBy({ library, folder }: RawOrder): Promise<() => Promise<unknown>> {
	if (library === "scrypt") {
		const derive = promisify<string, string, number, object, Buffer>(scrypt);
		// As in @better-auth/utils.
		const parameters = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
		return () => derive(PASSWORD, "00112233445566778899aabbccddeeff", 64, parameters);
	}
	const argon2 = createRequire(join(folder, "package.json"))("argon2") as Argon2;
	const stored = await argon2.hash(PASSWORD);
	return () => argon2.verify(stored, PASSWORD);
}

const tasks = {
	async hash(order: RawOrder): Promise<number> {
		const verify = await verifyBy(order);
		await verify();
		const began = performance.now();
		let verified = 0;
		await Promise.all(
			Array.from({ length: CALLS }, async () => {
				while (performance.now() - began < order.duration) {
					await verify();
					verified += 1;
				}
			}),
		);
		return (verified * 1000) / (performance.now() - began);
	},
};

export type RawTasks = typeof tasks;
offer(tasks);
