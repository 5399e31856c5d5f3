import { randomBytes } from "node:crypto";
import { createPasswordHasher } from "../../identity/password/hash.ts";
import type { HashCost } from "./calibrate.ts";

/** Times verifications in the service's own hasher, since a login verifies. Durations in milliseconds. */
export async function createHashTimer(threads: number) {
	// Its own cost is next to nothing, so a stored hash of another cost takes exactly what that costs.
	const parameters = { memory: 8, passes: 1, parallelism: 1 };
	const hasher = createPasswordHasher({ threads, parameters, queueLimit: threads, deadline: 60_000 });
	// Starting a thread takes longer than a hash.
	await Promise.all(Array.from({ length: threads }, () => hasher.hash("a password")));

	/** The median time of one hash, with `atOnce` of them under way for `duration`. */
	async function time(
		{ memory, passes, parallelism = 1 }: HashCost & { parallelism?: number },
		{ atOnce, duration }: { atOnce: number; duration: number },
	): Promise<number> {
		const base64 = (size: number) => randomBytes(size).toString("base64").replace(/=+$/, "");
		const stored = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(16)}$${base64(32)}`;
		const times: number[] = [];
		const end = performance.now() + duration;
		const hashRepeatedly = async () => {
			do {
				const began = performance.now();
				await hasher.verify(stored, "a password that does not match");
				times.push(performance.now() - began);
			} while (performance.now() < end);
		};
		await Promise.all(Array.from({ length: atOnce }, hashRepeatedly));
		return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
	}
	return { time, [Symbol.asyncDispose]: hasher.close };
}
