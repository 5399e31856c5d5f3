import type { Clock } from "../../platform/lib/clock.ts";

interface StoreProbeDependencies {
	/** Rejects when the store does not answer. */
	read: () => Promise<void>;
	/** Rejects when it takes nothing: a full disk, a lock, a standby. */
	write: () => Promise<void>;
	clock: Clock;
}

/** Milliseconds. */
const LIMIT = 2000;
const WRITE_EVERY = 1000;

/**
 * Whether the store answers and can be written to, within two seconds. Logins write, so a store that can only be read fits no
 * instance. However many ask, no more is written than once a second, and never twice at the same time.
 */
export function createStoreProbe({ read, write, clock }: StoreProbeDependencies): () => Promise<void> {
	let written = { at: Number.NEGATIVE_INFINITY, underWay: false, done: Promise.resolve() };

	function writeSometimes(): Promise<void> {
		const now = clock();
		const recent = now >= written.at && now - written.at < WRITE_EVERY;
		if (written.underWay || recent) return written.done;
		const present = { at: now, underWay: true, done: write() };
		const end = () => {
			present.underWay = false;
		};
		present.done.then(end, end);
		written = present;
		return present.done;
	}

	return async function probe() {
		const { promise: late, reject } = Promise.withResolvers<never>();
		const timer = setTimeout(() => reject(new Error(`The store did not answer within ${LIMIT} ms.`)), LIMIT);
		try {
			await Promise.race([Promise.all([read(), writeSometimes()]), late]);
		} finally {
			clearTimeout(timer);
		}
	};
}
