import { LoginError } from "../errors.ts";
import type { PasswordHasher } from "../password/hash.ts";
import { PASSWORD_MAX_BYTES } from "../password/policy.ts";
import type { Attempt, Reservation, Throttle } from "./throttle.ts";

interface Owner {
	passwordHash: string | null;
}

export interface PasswordToVerify<Found extends Owner> {
	attempt: Attempt;
	/** Looks the owner up, only once the attempt is counted. None, or one without a password, costs the same work. */
	findOwner: () => Promise<Found | null>;
	password: string;
	/** The member of the body that held it (RFC 6901). */
	pointer: string;
	signal: AbortSignal;
}

export type VerifiedPassword<Found extends Owner> = {
	reservation: Reservation;
	needsRehash: boolean;
} & ({ matches: true; owner: Found & { passwordHash: string } } | { matches: false; owner: Found | null });

/** Every pathway that takes a present password goes through here: one budget, one cost (ASVS 6.3.4). */
export type VerifyPassword = <Found extends Owner>(
	given: PasswordToVerify<Found>,
) => Promise<VerifiedPassword<Found>>;

export function createVerifyPassword({
	throttle,
	hasher,
}: {
	throttle: Throttle;
	hasher: PasswordHasher;
}): VerifyPassword {
	return async function verifyPassword({ attempt, findOwner, password, pointer, signal }) {
		if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
			const message = `A password has at most ${PASSWORD_MAX_BYTES} bytes.`;
			throw new LoginError("validation_failed", { errors: [{ pointer, code: "too_long", message }] });
		}
		hasher.refuseWhenFull();
		const reservation = await throttle.reserve(attempt);
		try {
			const owner = await findOwner();
			const passwordHash = owner?.passwordHash ?? null;
			const { matches, needsRehash } = await hasher.verify(passwordHash, password, signal);
			if (!matches || owner === null || passwordHash === null) {
				return { matches: false, owner, needsRehash, reservation };
			}
			return { matches: true, owner: { ...owner, passwordHash }, needsRehash, reservation };
		} catch (error) {
			await reservation.release();
			throw error;
		}
	};
}
