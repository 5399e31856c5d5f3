import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { createArgon2, type HashParameters, type Verification } from "./argon2.ts";
import { commonPlace, type Lane, type Place } from "./lanes.ts";
import { lowerPoolPriority } from "./low-priority.ts";
import { createWorkQueue, type WorkObserver } from "./work-queue.ts";

export type { HashParameters, Verification } from "./argon2.ts";
export type { Lane, Place } from "./lanes.ts";
export { Overloaded } from "./overloaded.ts";

/** The floor of OWASP and ASVS 11.4.2 for argon2id. */
export const defaultHashParameters: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 };

/** `took`: milliseconds since its hashing began. */
export type TimedVerification = Verification & { took: number };

export interface PasswordHasherOptions {
	/** Threads of libuv's pool that hash at the same time; one per core is a good number. See reserveThreads in config.ts. */
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
	observe?: WorkObserver | undefined;
}

/**
 * Hashes and verifies passwords on libuv's pool, never on the main thread.
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
	): Promise<TimedVerification>;
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
	/** Refuses what waits, lets what runs finish. */
	close(): Promise<void>;
}

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
	const argon2 = createArgon2(parameters);
	const queue = createWorkQueue({
		atOnce: threads,
		queueLimit,
		deadline,
		clock,
		random,
		// Else a client that hangs up in time would guess, and burn a core, without being counted.
		finishRunning: true,
		observe,
	});
	lowerPoolPriority();
	let runs = 0;

	return {
		async hash(password, signal, place = { lane: "known", from: "" }) {
			if (!password.isWellFormed()) throw new TypeError("A password must be well-formed Unicode.");
			return withBytes(password, async (bytes) => {
				const { hash, work } = await queue.run(() => argon2.hash(bytes.password), signal, place);
				runs += work;
				signal?.throwIfAborted();
				return hash;
			});
		},
		verify(stored, password, signal, place = commonPlace) {
			// Encoding turns every lone surrogate into the same replacement character: what is ill-formed must not match.
			const comparable = password.isWellFormed() ? stored : null;
			const job = async (bytes: PasswordBytes) => {
				const began = performance.now();
				const { work, ...verification } = await argon2.verify(comparable, bytes.password, bytes.received);
				runs += work;
				return { ...verification, took: performance.now() - began };
			};
			return withBytes(password, (bytes) => queue.run(() => job(bytes), signal, place));
		},
		refuseWhenFull: queue.refuseWhenFull,
		waiting: queue.waiting,
		memoryCeiling: threads * parameters.memory * 1024,
		runs: () => runs,
		close: queue.close,
	};
}

interface PasswordBytes {
	/** Of its NFC form, which is what counts here. */
	password: Uint8Array;
	/** As received, which is what counted in other systems. */
	received: Uint8Array;
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
