import { invalid } from "../platform/errors.ts";
import type { Requester } from "../platform/http/requester.ts";
import type { KnownDevices } from "./device/known-devices.ts";
import { Overloaded, type PasswordHasher } from "./password/hash.ts";
import { PASSWORD_MAX_BYTES } from "./password/policy.ts";
import { type Attempt, attemptOf, type Proof, settlementOf } from "./proof.ts";
import type { Known } from "./throttle/attempt-counters.ts";
import type { LoginRate } from "./throttle/login-rate.ts";
import type { Throttle } from "./throttle/throttle.ts";
import { createUserTurns } from "./throttle/user-turns.ts";
import type { User } from "./user/user.ts";

interface PasswordToVerify {
	/** Canonical. */
	username: string;
	/** A missing user, or one without a password, costs the same work. */
	findUser: () => Promise<User | null>;
	password: string;
	/** The member of the body that held it (RFC 6901). */
	pointer: string;
	/** What the CSRF token at login refers to. */
	csrfReference: string | null;
	/** The csrf reference of the account's own live session, if the caller showed one. */
	ownSession: string | null;
	requester: Requester;
}

export interface RightPassword extends Proof, Attempt {
	matches: true;
	/** A new hash of the same password; null: the stored one is good, or hashing is overloaded and it stays. */
	betterHash(): Promise<string | null>;
}

interface WrongPassword extends Attempt {
	matches: false;
	user: User | null;
}

/** It also holds the user's turn. Dispose of it when everything that depends on the password is done. */
export type VerifiedPassword = RightPassword | WrongPassword;

/** Every pathway that checks a user's current password goes through here: one budget, one cost (ASVS 6.3.4). */
type VerifyPassword = (given: PasswordToVerify) => Promise<VerifiedPassword>;

export function createVerifyPassword({
	throttle,
	devices,
	hasher,
	loginRate,
	limits,
}: {
	throttle: Throttle;
	devices: KnownDevices;
	hasher: PasswordHasher;
	loginRate: LoginRate;
	/** Milliseconds. An attempt of a known client waits no longer for others of the same user. */
	limits: { requestTimeout: number };
}): VerifyPassword {
	const takeTurn = createUserTurns(limits.requestTimeout);
	return async function verifyPassword(given) {
		const { username, findUser, password, pointer, csrfReference, ownSession, requester } = given;
		refuseTooLong(password, pointer);
		const from = requester.client.address;
		const mayBeKnown = ownSession !== null || devices.isOurs(requester.device);
		hasher.refuseWhenFull(from, mayBeKnown);

		const user = await findUser();
		const known: Known | null =
			ownSession !== null
				? { by: "session", reference: ownSession }
				: devices.recognize(requester.device, user);
		if (mayBeKnown && known === null) hasher.refuseWhenFull(from);
		await using undo = new AsyncDisposableStack();
		if (known !== null && user !== null) {
			// Unknown devices are refused only after the right password: an earlier refusal would reveal the account.
			loginRate.refuseWhenFull(user);
			const { waited, end } = await takeTurn(user.id, requester.signal);
			undo.defer(end);
			// The attempts that it waited for may have used up what is allowed.
			if (waited) loginRate.refuseWhenFull((await findUser()) ?? user);
		}
		const reservation = undo.use(await throttle.reserve({ username, requester, csrfReference, known }));
		const passwordHash = user?.passwordHash ?? null;
		const lane = known !== null ? "known" : reservation.quiet ? "quiet" : "suspect";
		const verified = await hasher.verify(passwordHash, password, requester.signal, { lane, from });
		requester.hashingBegan = performance.now() - verified.took;
		if (!verified.matches) reservation.keep();
		const attempt = attemptOf(reservation, known, undo);
		if (!verified.matches || user === null || passwordHash === null)
			return { ...attempt, matches: false, user };
		return {
			...attempt,
			...settlementOf(reservation),
			matches: true,
			user: { ...user, passwordHash },
			amr: ["pwd"],
			overLimit: reservation.overLimit,
			betterHash: async () => (verified.needsRehash ? hashAgain(password, requester.signal) : null),
		};

		async function hashAgain(password: string, signal: AbortSignal): Promise<string | null> {
			try {
				return await hasher.hash(password, signal);
			} catch (error) {
				if (error instanceof Overloaded) return null;
				throw error;
			}
		}
	};
}

function refuseTooLong(password: string, pointer: string): void {
	if (Buffer.byteLength(password) <= PASSWORD_MAX_BYTES) return;
	throw invalid(pointer, "too_long", `A password has at most ${PASSWORD_MAX_BYTES} bytes.`);
}
