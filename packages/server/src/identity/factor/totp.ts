/** Codes of authenticator apps (TOTP, RFC 6238). The library is loaded when the first user has one. */
import type { Random } from "../../platform/lib/random.ts";

export const loadOtpauth = () => import("otpauth");

export interface TotpParameters {
	/** Raw bytes. */
	secret: Buffer;
	algorithm: "SHA1" | "SHA256" | "SHA512";
	digits: number;
	/** Seconds. */
	period: number;
}

/** The parameters that every authenticator app supports; some ignore all others (RFC 6238 section 5.1: at least 160 bits for SHA-1). */
export const usualTotp = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;

export const newTotpSecret = (random: Random): Buffer => random(SECRET_BYTES);

async function totpOf({ secret, ...parameters }: TotpParameters) {
	const { Secret, TOTP } = await loadOtpauth();
	// A copy of its own: the buffer may be a view of a larger one.
	return { TOTP, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), ...parameters };
}

/** For the app: the secret to type (base32), and an otpauth URI for a QR code or a link. */
export async function describeTotp(
	parameters: TotpParameters,
	{ issuer, username }: { issuer: string; username: string },
): Promise<{ secret: string; uri: string }> {
	const { TOTP, ...of } = await totpOf(parameters);
	const totp = new TOTP({ ...of, issuer, label: username, issuerInLabel: true });
	return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step whose code this is, among those at most `drift` steps from the current one; null: none. Compares in
 * constant time.
 */
export async function findStep(
	parameters: TotpParameters,
	code: string,
	now: number,
	drift: number,
): Promise<number | null> {
	if (code.length !== parameters.digits) return null;
	const { TOTP, ...of } = await totpOf(parameters);
	const delta = TOTP.validate({ ...of, token: code, timestamp: now, window: drift });
	return delta === null ? null : stepAt(now, parameters) + delta;
}

export function stepAt(now: number, { period }: Pick<TotpParameters, "period">): number {
	return Math.floor(now / 1000 / period);
}
