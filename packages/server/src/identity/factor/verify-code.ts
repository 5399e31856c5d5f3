import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";
import type { KnownDevices } from "../device/known-devices.ts";
import type { PasswordHasher, Place } from "../password/hash.ts";
import type { Known } from "../throttle/attempt-counters.ts";
import type { Reservation, Throttle } from "../throttle/throttle.ts";
import type { User } from "../user/user.ts";
import { countRecoveryCodes, findRecoveryCode, useRecoveryCode } from "./recovery-code-store.ts";
import { openTotpSecret, sealedTotpSecrets } from "./sealed-totp-secrets.ts";
import { findStep } from "./totp.ts";
import { listTotpSecrets, useStep } from "./totp-store.ts";
import type { TypedCode } from "./typed-code.ts";

interface Guesser {
	/** A live session of the user, which the caller has shown, and what it rests on; null: none. */
	session: { csrfReference: string; amr: readonly string[] } | null;
	requester: Requester;
}

export interface CodeToVerify extends Guesser {
	user: User;
	typed: TypedCode;
}

/** A right code. It is used up by the transaction of what it is for. */
interface RightCode {
	matches: true;
	/** What it proves, besides the password (RFC 8176). */
	proves: readonly ["otp", "mfa"] | readonly ["mfa"];
	/** Throws second_factor_invalid: another request has used the code, on any instance. */
	use: (queries: Queryable, record: RecordEvent) => Promise<void>;
}

/** Why a code was refused, for the audit log. */
export interface WrongCode {
	matches: false;
	detail: { method: TypedCode["method"]; reason: "wrong" | "replayed"; steps?: number };
}

export type VerifiedCode = { reservation: Reservation } & (RightCode | WrongCode);

/**
 * The one way to check a code after the password: one budget for all pathways, counted before the code is looked at
 * (ASVS 6.6.3); recovery codes have their own. Throws rate_limited.
 */
export function createVerifyCode(
	{ opened: { reads }, keyring, clock, config }: Platform,
	{
		throttle,
		hasher,
		devices,
	}: { throttle: Throttle; hasher: PasswordHasher; devices: Pick<KnownDevices, "recognize"> },
) {
	const box = keyring.box(sealedTotpSecrets.label);

	async function verifyTotp(userId: string, code: string): Promise<RightCode | WrongCode> {
		const now = clock();
		let steps: number | null = null;
		for (const row of await listTotpSecrets(reads, userId)) {
			const secret = openTotpSecret(box, row);
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
				proves: ["otp", "mfa"],
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
	): Promise<RightCode | WrongCode> {
		const codeHash = await findRecoveryCode(reads, { userId, place });
		const { matches } = await hasher.verify(codeHash, code, signal, placeOfCode(known, client));
		if (!matches || codeHash === null)
			return { matches: false, detail: { method: "recovery_code", reason: "wrong" } };
		return {
			matches: true,
			proves: ["mfa"],
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
	 * guesses of its own: an attacker with the password, or with the cookie of a trusted device, could begin any number of
	 * sessions without one.
	 */
	function knownOf(user: User | null, { session, requester: { device } }: Guesser): Known | null {
		if (session?.amr.includes("mfa")) return { by: "session", reference: session.csrfReference };
		// While two-step login is off, the password alone makes a device known.
		if (user === null || user.secondFactorAt === null) return null;
		const name = devices.recognize(device, user);
		return name === null ? null : { by: "device", reference: name };
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
		const held = undo.move();
		return {
			...verified,
			reservation: { ...reservation, [Symbol.asyncDispose]: () => held.disposeAsync() },
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

/** By nothing but the client: under load, a shorter wait beside a right password would tell that it is right. */
function placeOfCode(known: Known | null, { address }: Client): Place {
	return { lane: known === null ? "suspect" : "known", from: address };
}

const alreadyUsed = () => new LoginError("second_factor_invalid");
