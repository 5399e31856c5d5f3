import { LoginError } from "../errors.ts";
import type { PasswordHasher } from "../password/hash.ts";
import type { Attempt, Reservation, Throttle } from "./throttle.ts";

export interface VerifiedPassword {
	matches: boolean;
	needsRehash: boolean;
	reservation: Reservation;
}

/** Every pathway that takes a present password goes through here: one budget, one cost (ASVS 6.3.4). */
export type VerifyPassword = (
	attempt: Attempt,
	/** Finds the hash only once the attempt is counted; null costs the same work and never matches. */
	findHash: () => Promise<string | null>,
	password: string,
	signal?: AbortSignal,
) => Promise<VerifiedPassword>;

/** Most bytes of a password at login, the same for every account. */
const MAXIMUM_BYTES = 1024;

export function createVerifyPassword({
	throttle,
	hasher,
}: {
	throttle: Throttle;
	hasher: PasswordHasher;
}): VerifyPassword {
	return async function verifyPassword(attempt, findHash, password, signal) {
		if (Buffer.byteLength(password) > MAXIMUM_BYTES) {
			const message = `A password has at most ${MAXIMUM_BYTES} bytes.`;
			throw new LoginError("validation_failed", {
				errors: [{ pointer: "/password", code: "too_long", message }],
			});
		}
		hasher.refuseWhenFull();
		const reservation = await throttle.reserve(attempt);
		try {
			const verified = await hasher.verify(await findHash(), password, signal);
			return { ...verified, reservation };
		} catch (error) {
			await reservation.release();
			throw error;
		}
	};
}
