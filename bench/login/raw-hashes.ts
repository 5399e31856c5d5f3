import { availableParallelism } from "node:os";
import type { Prepared } from "../compare/stage.ts";
import { measureRawHashes } from "../flood/raw-hash-loop.ts";
import { startHelper } from "../lib/helper-process.ts";
import type { Hashing } from "../subjects/subject.ts";
import type { RawTasks } from "./raw-hashes-process.ts";

/** Hashes per second of a bare loop on all processors, for `duration` milliseconds. */
export async function rawHashes(
	hashing: Hashing,
	{ subjects, duration }: { subjects: readonly Prepared[]; duration: number },
): Promise<number> {
	if (hashing === "argon2id 19 MiB, @node-rs/argon2") {
		const parameters = { memory: 19_456, passes: 2, parallelism: 1 };
		return (await measureRawHashes({ threads: availableParallelism(), parameters, duration })).perSecond;
	}
	const library = hashing === "argon2id 64 MiB, argon2" ? "argon2" : "scrypt";
	const folder = subjects.find((subject) => subject.hashing === hashing)?.installedIn ?? "";
	const helper = startHelper<RawTasks>(new URL("./raw-hashes-process.ts", import.meta.url));
	try {
		return await helper.ask("hash", { library, folder, duration });
	} finally {
		await helper.end();
	}
}
