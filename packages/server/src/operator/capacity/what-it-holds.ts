import type { Config } from "../../platform/config/config.ts";

export const PEAK_SHARE = 0.2;
export const SECONDS_BETWEEN_CHECKS = 5;

/**
 * What measured rates mean for users. A login costs one hash. `hashes` and `checks` are per second, with every thread
 * hashing, and by the slower kind of credential.
 */
export function whatItHolds(
	{ hashes, threads, checks }: { hashes: number; threads: number; checks: number },
	limits: Pick<Config, "hashQueue" | "hashDeadline" | "addressFailures" | "failureWindow">,
) {
	const startedInTime = Math.floor((hashes * limits.hashDeadline) / 1000);
	const failuresInWindow = (hashes * limits.failureWindow) / 1000;
	return {
		loginsPerSecond: hashes,
		loginsPerHour: hashes * 3600,
		/** Users who log in once a day, PEAK_SHARE of them within the same hour. */
		usersByLogins: Math.floor((hashes * 3600) / PEAK_SHARE),
		/** Users at work, with one check each in SECONDS_BETWEEN_CHECKS. */
		usersAtOnce: Math.floor(checks * SECONDS_BETWEEN_CHECKS),
		/** Logins that may arrive at one moment and all start before the deadline. */
		loginsAtOnce: threads + Math.min(limits.hashQueue, startedInTime),
		/** Wrong passwords hashed when guessing takes everything, and the addresses that this needs. */
		guessesPerSecond: hashes,
		addressesToFill: Math.ceil(failuresInWindow / limits.addressFailures),
	};
}
