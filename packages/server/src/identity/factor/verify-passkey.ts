import type { RecordEvent } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";
import type { KnownDevices } from "../device/known-devices.ts";
import type { Proof } from "../proof.ts";
import type { Known } from "../throttle/attempt-counters.ts";
import type { Reservation, Throttle } from "../throttle/throttle.ts";
import type { User } from "../user/user.ts";
import { findUserById } from "../user/user-store.ts";
import { type Assertion, checkAssertion } from "./check-assertion.ts";
import type { PasskeyOptions } from "./passkey-options.ts";
import { findPasskey, type Passkey, usePasskey } from "./passkey-store.ts";

interface PasskeyToVerify {
	assertion: Assertion;
	/** The nonce of the challenge, which the browser had to sign. */
	nonce: string;
	/** The user that it must belong to; null: the passkey itself says who logs in. */
	user: User | null;
	/** Whether a right password came first. Otherwise the passkey must have verified the user. */
	afterPassword: boolean;
	csrfReference: string;
	/** How the account knows the client; null: by its device, or not at all. */
	known: Known | null;
	sessionId?: string;
	requester: Requester;
}

/** Its counter went back, or did not move: there may be a copy of it (WebAuthn 3 section 6.1.1). */
class CounterWentBack extends Error {}

/**
 * The one way to check a passkey. It cannot be guessed, so unknown devices are counted by address and CSRF token alone, and lock no
 * user out; known clients are counted by themselves. Its counter advances when the proof is settled; `settledBy` throws
 * passkey_invalid when it went back. Throws passkey_unknown, passkey_invalid, rate_limited.
 */
export function createVerifyPasskey(
	{ opened: { reads }, audit, clock }: Platform,
	{
		throttle,
		options,
		devices,
	}: { throttle: Throttle; options: PasskeyOptions; devices: Pick<KnownDevices, "recognize"> },
) {
	return async function verifyPasskey(sent: PasskeyToVerify): Promise<Proof<User>> {
		const { assertion, nonce, user: expected, requester, csrfReference } = sent;
		const party = options.requireParty();
		const named = { credentialId: assertion.id, userId: expected?.id ?? null };
		// Looked up before the attempt is counted, so that bad passkeys from unknown devices keep no known client waiting.
		const passkey = await findPasskey(reads, named);
		const user = expected ?? (passkey === null ? null : await findUserById(reads, passkey.userId));
		const known = sent.known ?? devices.recognize(requester.device, user);
		const given = { ...sent, known };
		const username = known === null ? null : (user?.username ?? null);
		await using reservation = await throttle.reserve({ username, requester, csrfReference, known });
		if (passkey === null || user === null) return await refuse(given, reservation, named.userId, "unknown");
		const { id, userId } = passkey;
		const handle = options.handleOf(userId);
		const required = { namesUser: expected === null, verifiesUser: !given.afterPassword };
		const checked = await checkAssertion(assertion, { passkey, party, nonce, handle, ...required });
		if (checked === null) return await refuse(given, reservation, userId, "wrong");
		const { signCount } = checked;
		const backedUp = checked.backedUp ? 1 : 0;
		return {
			user,
			known,
			amr: ["pop", "user", "mfa"],
			async settle(queries) {
				if (!(await usePasskey(queries, { id, userId, signCount, backedUp, now: clock() })))
					throw new CounterWentBack();
				await throttle.vouchForFactor(queries, userId);
			},
			async settledBy(transaction) {
				try {
					return await transaction;
				} catch (error) {
					if (!(error instanceof CounterWentBack)) throw error;
					// The passkey was removed in between, so this is no sign of a copy.
					if ((await findPasskey(reads, named)) === null) throw new LoginError("passkey_unknown");
					await audit.transact((_queries, record) => recordClone(record, given, passkey));
					throw new LoginError("passkey_invalid");
				}
			},
			// Its attempt is over: a passkey cannot be guessed.
			async [Symbol.asyncDispose]() {},
		};
	};

	async function refuse(
		given: PasskeyToVerify,
		reservation: Reservation,
		userId: string | null,
		reason: "unknown" | "wrong",
	): Promise<never> {
		reservation.keep();
		const { afterPassword } = given;
		const known = given.known?.by ?? null;
		const of = { userId, ...eventOf(given) };
		await audit.transactUnsynced(async (_queries, record) => {
			if (afterPassword)
				await record({ event: "authn_factor_fail", ...of, detail: { method: "passkey", reason, known } });
			else await record({ event: "authn_login_fail", ...of, detail: { reason: `${reason}_passkey`, known } });
			await reservation.recordWaits(record, userId);
		});
		throw new LoginError(reason === "unknown" ? "passkey_unknown" : "passkey_invalid");
	}
}

function recordClone(record: RecordEvent, given: PasskeyToVerify, { id, userId }: Passkey): Promise<void> {
	const detail = { factor: id, known: given.known?.by ?? null };
	return record({ event: "authn_passkey_clone", userId, ...eventOf(given), detail });
}

function eventOf({ sessionId, requester: { client } }: PasskeyToVerify) {
	return { client, ...(sessionId === undefined ? {} : { sessionId }) };
}
