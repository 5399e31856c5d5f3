import type { KnownDevices } from "../device/known-devices.ts";
import type { Known } from "../throttle/attempt-counters.ts";
import type { User } from "../user/user-store.ts";

/** A live session of the user, which the caller has shown. */
export interface ShownSession {
	csrfReference: string;
	/** What it rests on. */
	amr: readonly string[];
}

export type KnownForCodes = ReturnType<typeof createKnownForCodes>;

/**
 * How the account knows a client that guesses at codes; null: a stranger. Only what has proven a second factor has guesses of
 * its own: a thief of the password, or of the cookie of a trusted device, could begin any number of sessions without one.
 */
export function createKnownForCodes(devices: Pick<KnownDevices, "recognize">) {
	return function knownForCodes(
		user: User | null,
		{ session, device }: { session: ShownSession | null; device: string | null },
	): Known | null {
		if (session?.amr.includes("mfa")) return { by: "session", reference: session.csrfReference };
		// While two-step login is off, the password alone makes a device known.
		if (user === null || user.secondFactorAt === null) return null;
		const name = devices.recognize(device, user);
		return name === null ? null : { by: "device", reference: name };
	};
}
