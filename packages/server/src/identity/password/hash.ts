import { createArgon2, type HashParameters } from "./argon2.ts";
import { commonPlace } from "./job-queue.ts";
import { lowerPoolPriority } from "./low-priority.ts";
import { createWorkQueue, type WorkQueueOptions } from "./work-queue.ts";

export type { Place } from "./job-queue.ts";
export { Overloaded } from "./work-queue.ts";

export interface PasswordHasherOptions extends Omit<WorkQueueOptions, "atOnce"> {
	/** Threads of libuv's pool that hash at the same time; one per core is a good number. See reserveThreads in config.ts. */
	threads: number;
	parameters: HashParameters;
}

const encoder = new TextEncoder();

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/**
 * Hashes and verifies passwords on libuv's pool, never on the main thread. All operations take a signal, and reject
 * as the queue does (work-queue.ts).
 *
 * A password counts as its NFC form and is otherwise used exactly as received (ASVS 6.2.8). This is the OpaqueString
 * profile (RFC 8265) without its mapping of odd spaces to the plain one, which would let two different inputs match, and it
 * replaces the NFKC or NFKD that NIST SP 800-63B-4 suggests, which would fold even more of them. Only the hash of another
 * system is compared with the password as received, which is what that system hashed.
 */
export function createPasswordHasher({ threads, parameters, ...options }: PasswordHasherOptions) {
	const argon2 = createArgon2(parameters);
	const queue = createWorkQueue({ ...options, atOnce: threads });
	lowerPoolPriority();
	let hashesDone = 0;

	return {
		/** PHC string, argon2id. In the lane of known devices: a user who sets a password has proved who they are. */
		async hash(password: string, signal?: AbortSignal): Promise<string> {
			if (!password.isWellFormed()) throw new TypeError("A password must be well-formed Unicode.");
			const bytes = encoder.encode(password.normalize("NFC"));
			const hash = await queue.run(() => argon2.hash(bytes), signal, { lane: "known", from: "" });
			hashesDone += 1;
			signal?.throwIfAborted();
			return hash;
		},
		/**
		 * `stored` is null where there is no such user, or no password: it never matches, like a hash that cannot be read, but costs
		 * the same. So does a cheaper stored hash, one of another system included. A more expensive one takes longer, until the next
		 * login replaces it; the minimum response time hides that of another system. `took`: milliseconds since its hashing began.
		 */
		async verify(stored: string | null, password: string, signal?: AbortSignal, place = commonPlace) {
			// Encoding turns every lone surrogate into the same replacement character: what is ill-formed must not match.
			const comparable = password.isWellFormed() ? stored : null;
			const bytes = encoder.encode(password.normalize("NFC"));
			const received = encoder.encode(password);
			const job = async () => {
				const began = performance.now();
				const { work, ...verification } = await argon2.verify(comparable, bytes, received);
				hashesDone += work;
				return { ...verification, took: performance.now() - began };
			};
			return await queue.run(job, signal, place);
		},
		/**
		 * Throws Overloaded when a job from there would find no room now; to be asked before any row is read. It is a good guess:
		 * verify may still refuse, once it is known in which lane the job waits.
		 */
		refuseWhenFull: queue.refuseWhenFull,
		waiting: queue.waiting,
		/** Bytes that hashing takes at most, while no stored hash has more memory than the parameters. */
		memoryCeiling: threads * parameters.memory * 1024,
		/** Work done for answered jobs, in hashes of the current parameters. */
		hashesDone: () => hashesDone,
		close: queue.close,
	};
}
