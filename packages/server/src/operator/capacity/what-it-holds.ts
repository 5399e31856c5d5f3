/** From measured rates to what they mean for people. Every assumption stands here, and is told with the numbers. */
export interface Rates {
	/** Per second, with every thread hashing. */
	hashes: number;
	threads: number;
	/** Credential checks per second, the slower of the two kinds. */
	checks: number;
}

export interface HashingLimits {
	/** Logins that may wait for a thread. */
	hashQueue: number;
	/** Milliseconds that they may wait. */
	hashDeadline: number;
	/** Failures that one address has in a window. */
	addressFailures: number;
	/** Milliseconds. */
	failureWindow: number;
}

export interface Holds {
	/** A login costs one hash, and little else. */
	loginsPerSecond: number;
	loginsPerHour: number;
	/** Users who log in once a day, PEAK_SHARE of them within the same hour. */
	usersByLogins: number;
	/** Users at work, with one checked call each in SECONDS_BETWEEN_CHECKS. */
	usersAtOnce: number;
	/** Logins that may arrive in one moment and are all answered before any has waited too long. */
	loginsAtOnce: number;
	/** Wrong passwords hashed per second when guessing takes everything. */
	guessesPerSecond: number;
	/** Client addresses that this takes, since each has only so many failures in a window. */
	addressesToFill: number;
}

export const PEAK_SHARE = 0.2;
export const SECONDS_BETWEEN_CHECKS = 5;

export function whatItHolds({ hashes, threads, checks }: Rates, limits: HashingLimits): Holds {
	const { hashQueue, hashDeadline, addressFailures, failureWindow } = limits;
	const startedInTime = Math.floor((hashes * hashDeadline) / 1000);
	const loginsPerHour = hashes * 3600;
	return {
		loginsPerSecond: hashes,
		loginsPerHour,
		usersByLogins: Math.floor(loginsPerHour / PEAK_SHARE),
		usersAtOnce: Math.floor(checks * SECONDS_BETWEEN_CHECKS),
		loginsAtOnce: threads + Math.min(hashQueue, startedInTime),
		guessesPerSecond: hashes,
		addressesToFill: Math.ceil((hashes * failureWindow) / 1000 / addressFailures),
	};
}
