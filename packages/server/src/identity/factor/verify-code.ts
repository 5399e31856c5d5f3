import type { Client, RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Requester } from "../../platform/http/requester.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PasswordHasher, Place } from "../password/hash.ts";
import type { Known } from "../throttle/attempt-counters.ts";
import type { Reservation, Throttle } from "../throttle/throttle.ts";
import type { User } from "../user/user-store.ts";
import { countRecoveryCodes, findRecoveryCode, useRecoveryCode } from "./recovery-code-store.ts";
import { openTotpSecret, sealedTotpSecrets } from "./sealed-totp-secrets.ts";
import { findStep } from "./totp.ts";
import { listTotpSecrets, useStep } from "./totp-store.ts";
import type { TypedCode } from "./typed-code.ts";

export interface CodeToVerify {
	user: Pick<User, "id">;
	typed: TypedCode;
	known: Known | null;
	requester: Requester;
}

/** A right code. It is used up by the transaction of what it is for. */
interface RightCode {
	matches: true;
	/** What it proves, besides the password (RFC 8176). */
	proves: readonly ["otp", "mfa"] | readonly ["mfa"];
	/** Throws second_factor_invalid: used meanwhile, on any instance. */
	use: (queries: Queryable, record: RecordEvent) => Promise<void>;
}

/** Why a code was refused, for the audit log. */
export interface WrongCode {
	matches: false;
	detail: { method: TypedCode["method"]; reason: "wrong" | "replayed"; steps?: number };
}

export type VerifiedCode = { reservation: Reservation } & (RightCode | WrongCode);

export type VerifyCode = ReturnType<typeof createVerifyCode>;

/**
 * The one way to check a code after the password: one budget for all methods and pathways, counted before the code is
 * looked at (ASVS 6.6.3). Throws rate_limited.
 */
export function createVerifyCode(
	{ opened: { reads }, keyring, clock, config }: Platform,
	{ throttle, hasher }: { throttle: Throttle; hasher: PasswordHasher },
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
					if (!(await useStep(queries, { id, userId, step, now: clock() }))) throw usedMeanwhile();
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
					throw usedMeanwhile();
				const left = (await countRecoveryCodes(queries, userId))?.left ?? 0;
				await record({ event: "authn_recovery_code_used", userId, client, detail: { left } });
			},
		};
	}

	return async function verifyCode({ user, typed, known, requester }: CodeToVerify): Promise<VerifiedCode> {
		await using undo = new AsyncDisposableStack();
		const reservation = undo.use(await throttle.reserveFactor({ userId: user.id, known, requester }));
		const verified =
			typed.method === "totp"
				? await verifyTotp(user.id, typed.code)
				: await verifyRecoveryCode(user.id, typed, known, requester);
		if (!verified.matches) reservation.stand();
		const held = undo.move();
		return {
			...verified,
			reservation: { ...reservation, [Symbol.asyncDispose]: () => held.disposeAsync() },
		};
	};
}

/** A wrong password takes as long as a wrong recovery code. */
export async function hashInVain(
	hasher: PasswordHasher,
	code: string,
	known: Known | null,
	{ client, signal }: Requester,
): Promise<void> {
	await hasher.verify(null, code, signal, placeOfCode(known, client));
}

/** By nothing but the client: under load, a shorter wait beside a right password would tell that it is right. */
function placeOfCode(known: Known | null, { address }: Client): Place {
	return { lane: known === null ? "suspect" : "known", from: address };
}

const usedMeanwhile = () => new LoginError("second_factor_invalid");
