import type { Clock } from "../../platform/lib/clock.ts";

/** Milliseconds. */
const LIMIT = 2000;
const WRITE_EVERY = 1000;

/**
 * Whether the store answers and can be written to, within two seconds. Logins write, so a store that can only be read fits no
 * instance. However many ask, no more is written than once a second, and never twice at the same time.
 */
export function createStoreProbe(dependencies: {
	/** Rejects when the store does not answer. */
	read: () => Promise<void>;
	/** Rejects when it takes nothing: a full disk, a lock, a standby. */
	write: () => Promise<void>;
	clock: Clock;
}): () => Promise<void> {
	const { read, write, clock } = dependencies;
	let [writtenAt, underWay, done] = [Number.NEGATIVE_INFINITY, false, Promise.resolve()];

	function writeSometimes(): Promise<void> {
		const now = clock();
		if (underWay || (now >= writtenAt && now - writtenAt < WRITE_EVERY)) return done;
		[writtenAt, underWay] = [now, true];
		done = write().finally(() => {
			underWay = false;
		});
		return done;
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
