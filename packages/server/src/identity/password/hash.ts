import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import type { HashJobs, HashParameters, PasswordBytes, Timed, Verification } from "./hash-jobs.ts";
import { commonPlace, type Lane, type Place } from "./lanes.ts";
import type { PoolObserver } from "./pool-task.ts";
import { createThreadPool } from "./thread-pool.ts";

export type { HashParameters, Verification } from "./hash-jobs.ts";
export type { Lane, Place } from "./lanes.ts";
export { Overloaded } from "./overloaded.ts";

/** The floor of OWASP and ASVS 11.4.2 for argon2id. */
export const defaultHashParameters: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 };

export interface PasswordHasherOptions {
	/** One per core is a good number; each takes one job at a time. */
	threads: number;
	parameters: HashParameters;
	/** Jobs that may wait for a thread, in each lane; more are refused. */
	queueLimit: number;
	/** Milliseconds within which a job must have started; later it is refused. */
	deadline: number;
	/** Only differences count, so by default it is one that never jumps. */
	clock?: Clock;
	/** Decides between clients when a lane is full. */
	random?: Random;
	observe?: PoolObserver | undefined;
}

/**
 * Hashes and verifies passwords in threads of their own, never on the main thread.
 *
 * All operations take a signal, with which a job that waits leaves the queue at once; a verification that runs already is
 * finished and answered, so that it counts. They reject with Overloaded when the job was not tried, or was dropped
 * from a full lane for another. They take the place in which the job waits (see lanes.ts).
 *
 * A password counts as its NFC form and is otherwise used exactly as received (ASVS 6.2.8). This is the OpaqueString
 * profile (RFC 8265) without its mapping of odd spaces to the plain one, which would let two different inputs match, and it
 * replaces the NFKC or NFKD that NIST SP 800-63B-4 suggests, which would fold even more of them. Only the hash of another
 * system is compared with the password as received, which is what that system hashed.
 */
export interface PasswordHasher {
	/** PHC string, argon2id. Who sets a password has proved who they are: the lane is that of a known device by default. */
	hash(password: string, signal?: AbortSignal, place?: Place): Promise<string>;
	/**
	 * A user without a password, or without existence, is null: it never matches, like a hash that cannot be read, but costs
	 * the same. So does a cheaper stored hash, one of another system included. A more expensive one takes longer, until the next
	 * login replaces it; the minimum response time hides that of another system. The lane is the quiet one by default.
	 */
	verify(
		stored: string | null,
		password: string,
		signal?: AbortSignal,
		place?: Place,
	): Promise<Timed<Verification>>;
	/**
	 * Throws Overloaded when a job from there would find no room now; to be asked before any row is read. It is a good guess:
	 * verify may still refuse, once it is known in which lane the job waits.
	 */
	refuseWhenFull(from?: string, mayBeKnown?: boolean): void;
	/** Jobs that wait now. */
	waiting(): Record<Lane, number>;
	/** Bytes that hashing takes at most, while no stored hash has more memory than the parameters. */
	memoryCeiling: number;
	/** Work done for answered jobs, in hashes of the present parameters. */
	runs(): number;
	/** Resolves when all threads are warm, rejects when the parameters or the machine do not allow it. */
	ready(): Promise<void>;
	/** Refuses what waits, lets what runs finish. */
	close(): Promise<void>;
}

/** Far above what a thread needs: a leak then ends one thread, not the service. The memory of argon2 is not heap. */
const resourceLimits = {
	maxOldGenerationSizeMb: 32,
	maxYoungGenerationSizeMb: 4,
	codeRangeSizeMb: 8,
	stackSizeMb: 1,
};

export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
	const {
		threads,
		parameters,
		queueLimit,
		deadline,
		clock = () => performance.now(),
		random,
		observe,
	} = options;
	const url = new URL("./hash-worker.ts", import.meta.url);
	const program = { url, data: parameters, resourceLimits };
	const pool = createThreadPool<HashJobs>({
		threads,
		program,
		queueLimit,
		deadline,
		clock,
		random,
		endWhenIdle: null,
		// Else whoever hangs up in time would guess, and burn a core, without being counted.
		finishRunning: true,
		observe,
	});
	let runs = 0;

	return {
		async hash(password, signal, place = { lane: "known", from: "" }) {
			if (!password.isWellFormed()) throw new TypeError("A password must be well-formed Unicode.");
			return withBytes(password, async (input) => {
				const { hash, work } = await pool.run("hash", { password: input.password }, signal, place);
				runs += work;
				signal?.throwIfAborted();
				return hash;
			});
		},
		verify(stored, password, signal, place = commonPlace) {
			// Encoding turns every lone surrogate into the same replacement character: what is ill-formed must not match.
			const comparable = password.isWellFormed() ? stored : null;
			return withBytes(password, async (bytes) => {
				const input = { ...bytes, stored: comparable };
				const { work, ...verification } = await pool.run("verify", input, signal, place);
				runs += work;
				return verification;
			});
		},
		refuseWhenFull: pool.refuseWhenFull,
		waiting: pool.waiting,
		memoryCeiling: threads * parameters.memory * 1024,
		runs: () => runs,
		ready: pool.ready,
		close: pool.close,
	};
}

/** Lends the password as bytes, which can be wiped, as a string cannot. */
async function withBytes<Result>(
	text: string,
	use: (bytes: PasswordBytes) => Promise<Result>,
): Promise<Result> {
	const encoder = new TextEncoder();
	const password = encoder.encode(text.normalize("NFC"));
	const received = encoder.encode(text);
	try {
		return await use({ password, received });
	} finally {
		password.fill(0);
		received.fill(0);
	}
}
