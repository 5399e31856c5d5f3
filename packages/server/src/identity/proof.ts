/** What a user shows to log in, to confirm a session or to use a link: a password, a code, a passkey, a first step, a link. */
import type { RecordEvent } from "../platform/audit/audit.ts";
import type { Queryable } from "../platform/database/tables.ts";
import type { Known } from "./throttle/attempt-counters.ts";
import type { Reservation } from "./throttle/throttle.ts";
import type { User } from "./user/user.ts";

/**
 * What a user can prove (RFC 8176): the claim amr of tokens. A password; a code of an authenticator app; a passkey, and with
 * it that the user was verified; more than one factor. Or nothing of the kind: a program has an access key.
 */
export type AuthenticationMethod = "pwd" | "otp" | "pop" | "user" | "mfa" | "key";

/** A user who can log in. */
export type LoginUser = User & { passwordHash: string };

/** A guess that was counted before it was looked at. If it is disposed of undecided, it is taken back. */
export interface Attempt extends AsyncDisposable, Pick<Reservation, "keep" | "recordWaits"> {
	/** How the account knows the client; null: an unknown device. */
	known: Known | null;
}

/** Something that was shown and is right. Nothing of it is used up before `settle`. */
export interface Proof<Of extends User = LoginUser> extends AsyncDisposable {
	/** As it was when the proof was checked. */
	user: Of;
	amr: readonly AuthenticationMethod[];
	/** How the account knows the client; null: an unknown device. */
	known: Known | null;
	/** Takes back the attempt and uses up what is good once. Part of the transaction that it permits, which it undoes by throwing. */
	settle(queries: Queryable, record: RecordEvent): Promise<void>;
	/** Waits for that transaction; if it fails, the proof was no guess. */
	settledBy<T>(transaction: Promise<T>): Promise<T>;
	/** To be called before a login over the limit per minute is refused. */
	overLimit?(): void;
}

/** A second proof of the same user, after the first one. */
export function both<Of extends User>(
	first: Proof<Of>,
	second: Omit<Proof<User>, "user" | "known">,
): Proof<Of> {
	return {
		...first,
		amr: [...first.amr, ...second.amr],
		async settle(queries, record) {
			await first.settle(queries, record);
			await second.settle(queries, record);
		},
		settledBy: (transaction) => second.settledBy(first.settledBy(transaction)),
		async [Symbol.asyncDispose]() {
			await second[Symbol.asyncDispose]();
			await first[Symbol.asyncDispose]();
		},
	};
}

/** A proof that counts no attempt of its own, or none any more. */
export const countsNothing = {
	settledBy: <T>(transaction: Promise<T>): Promise<T> => transaction,
	async [Symbol.asyncDispose]() {},
};

/** The attempt that a reservation counts. It holds what `undo` holds until it is disposed of. */
export function attemptOf(
	reservation: Reservation,
	known: Known | null,
	undo: AsyncDisposableStack,
): Attempt {
	const held = undo.move();
	const { keep, recordWaits } = reservation;
	return { known, keep, recordWaits, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** How a right guess is settled: its attempt is taken back. */
export function settlementOf({ succeeded, settledBy }: Reservation): Pick<Proof, "settle" | "settledBy"> {
	return { settle: succeeded, settledBy };
}
