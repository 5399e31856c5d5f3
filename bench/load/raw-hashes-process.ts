/** What the password hashing of a product can do at most: its library and parameters, with nothing around it. */
import { scrypt } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { hash, verify } from "@node-rs/argon2";
import { argon2id, PASSWORD } from "../lib/sallyport.ts";
import type { Hashing } from "../subjects/subject.ts";
import { startHelper } from "./helper.ts";

interface RawOrder {
	hashing: Hashing;
	/** Milliseconds. */
	duration: number;
}

/** Calls under way: one more than there are processors, so that none waits for the next call. */
const CALLS = availableParallelism() + 1;

async function verifierOf(hashing: Hashing): Promise<() => Promise<unknown>> {
	if (hashing === "argon2id 19 MiB, @node-rs/argon2") {
		const stored = await hash(PASSWORD, argon2id);
		return () => verify(stored, PASSWORD);
	}
	const derive = promisify<string, string, number, object, Buffer>(scrypt);
	// As in @better-auth/utils.
	const parameters = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
	return () => derive(PASSWORD, "00112233445566778899aabbccddeeff", 64, parameters);
}

export async function runHashes(order: RawOrder) {
	const verifyOnce = await verifierOf(order.hashing);
	await verifyOnce();
	const [began, usage] = [performance.now(), process.cpuUsage()];
	let verified = 0;
	const loop = async () => {
		for (; performance.now() - began < order.duration; verified += 1) await verifyOnce();
	};
	await Promise.all(Array.from({ length: CALLS }, loop));
	const { user, system } = process.cpuUsage(usage);
	const perSecond = (verified * 1000) / (performance.now() - began);
	return { perSecond, perProcessorSecond: (verified * 1e6) / (user + system) };
}

export async function measureRawHashes(order: RawOrder) {
	await using helper = startHelper<{ runHashes: typeof runHashes }>("raw-hashes-process.ts");
	return await helper.ask("runHashes", order);
}
