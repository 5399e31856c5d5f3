import type { Client } from "../../platform/audit/audit.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";
import type { KnownDevices } from "../device/known-devices.ts";
import type { PasswordHasher, Place } from "../password/hash.ts";
import { type Attempt, attemptOf, type Proof } from "../proof.ts";
import type { Known } from "../throttle/attempt-counters.ts";
import type { Throttle } from "../throttle/throttle.ts";
import type { User } from "../user/user.ts";
import { countRecoveryCodes, findRecoveryCode, useRecoveryCode } from "./recovery-code-store.ts";
import { openTotpSecret, sealedTotpSecrets } from "./sealed-totp-secrets.ts";
import { findStep } from "./totp.ts";
import { listTotpSecrets, useStep } from "./totp-store.ts";
import type { TypedCode } from "./typed-code.ts";

interface Guesser {
	/** A live session of the user that the caller has shown, and what was proven for it; null: none. */
	session: { csrfReference: string; amr: readonly string[] } | null;
	requester: Requester;
}

export interface CodeToVerify extends Guesser {
	user: User;
	typed: TypedCode;
}

/** A code that is right. `use` throws second_factor_invalid: another request has used it, on any instance. */
interface FoundCode extends Pick<Proof, "amr"> {
	matches: true;
	use: Proof["settle"];
}

/** Why a code was refused, for the audit log. */
interface UnfoundCode {
	matches: false;
	detail: { method: TypedCode["method"]; reason: "wrong" | "replayed"; steps?: number };
}

/** `settle` throws second_factor_invalid if another request has used the code up. */
export type RightCode = Attempt & Omit<Proof<User>, "known"> & { matches: true };

type VerifiedCode = RightCode | (Attempt & UnfoundCode);

/**
 * The one way to check a code after the password: one budget for all pathways, counted before the code is looked at
 * (ASVS 6.6.3); recovery codes have their own. Throws rate_limited.
 */
export function createVerifyCode(
	{ opened: { reads }, openStored, clock, config }: Platform,
	{
		throttle,
		hasher,
		devices,
	}: { throttle: Throttle; hasher: PasswordHasher; devices: Pick<KnownDevices, "recognize"> },
) {
	const open = openStored(sealedTotpSecrets.label);

	async function verifyTotp(userId: string, code: string): Promise<FoundCode | UnfoundCode> {
		const now = clock();
		let steps: number | null = null;
		for (const row of await listTotpSecrets(reads, userId)) {
			const secret = await openTotpSecret(open, row);
			if (secret === null) continue;
			const step = await findStep({ ...row, secret }, code, now, config.totpDrift);
			if (step === null) continue;
			if (step <= row.lastStep) {
				steps = row.lastStep - step;
				continue;
			}
			const { id } = row;
			return {
				matches: true,
				amr: ["otp", "mfa"],
				async use(queries) {
					if (!(await useStep(queries, { id, userId, step, now: clock() }))) throw alreadyUsed();
				},
			};
		}
		const detail = steps === null ? { reason: "wrong" as const } : { reason: "replayed" as const, steps };
		return { matches: false, detail: { method: "totp", ...detail } };
	}

	async function verifyRecoveryCode(
		userId: string,
		{ place, code }: { place: number; code: string },
		known: Known | null,
		{ client, signal }: Requester,
	): Promise<FoundCode | UnfoundCode> {
		const codeHash = await findRecoveryCode(reads, { userId, place });
		const { matches } = await hasher.verify(codeHash, code, signal, placeOfCode(known, client));
		if (!matches || codeHash === null)
			return { matches: false, detail: { method: "recovery_code", reason: "wrong" } };
		return {
			matches: true,
			amr: ["mfa"],
			async use(queries, record) {
				const { address } = client;
				if (!(await useRecoveryCode(queries, { userId, place, codeHash, now: clock(), address })))
					throw alreadyUsed();
				const left = (await countRecoveryCodes(queries, userId))?.left ?? 0;
				await record({ event: "authn_recovery_code_used", userId, client, detail: { left } });
			},
		};
	}

	/**
	 * How the account knows a client that guesses at codes; null: an unknown device. Only what has proven a second factor has
	 * guesses of its own: an attacker with the password, or with the cookie of a trusted device, could start any number of
	 * sessions without one.
	 */
	function knownOf(user: User | null, { session, requester: { device } }: Guesser): Known | null {
		if (session?.amr.includes("mfa")) return { by: "session", reference: session.csrfReference };
		// While two-step login is off, the password alone makes a device known.
		if (user === null || user.secondFactorAt === null) return null;
		return devices.recognize(device, user);
	}

	async function verifyCode(given: CodeToVerify): Promise<VerifiedCode> {
		const { user, typed, requester } = given;
		const known = knownOf(user, given);
		await using undo = new AsyncDisposableStack();
		const { method } = typed;
		const attempt = { userId: user.id, method, known, requester };
		const reservation = undo.use(await throttle.reserveFactor(attempt));
		const verified =
			typed.method === "totp"
				? await verifyTotp(user.id, typed.code)
				: await verifyRecoveryCode(user.id, typed, known, requester);
		if (!verified.matches) reservation.keep();
		const counted = attemptOf(reservation, known, undo);
		if (!verified.matches) return { ...counted, ...verified };
		const { amr, use } = verified;
		return {
			...counted,
			matches: true,
			user,
			amr,
			settledBy: reservation.settledBy,
			async settle(queries, record) {
				await reservation.succeeded(queries);
				await use(queries, record);
			},
		};
	}

	return {
		verifyCode,
		/** A code that is not looked at takes as long as a wrong one. */
		async verifyDummyCode(given: Guesser & { user: User | null; typed: TypedCode }): Promise<void> {
			const { user, typed, requester } = given;
			if (typed.method === "totp") return;
			const place = placeOfCode(knownOf(user, given), requester.client);
			await hasher.verify(null, typed.code, requester.signal, place);
		},
	};
}

/** The client alone decides. Under load, a shorter wait after a right password would reveal that it is right. */
function placeOfCode(known: Known | null, { address }: Client): Place {
	return { lane: known === null ? "suspect" : "known", from: address };
}

const alreadyUsed = () => new LoginError("second_factor_invalid");
