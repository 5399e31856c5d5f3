import type { TotpParameters } from "../../identity/factor/totp.ts";
import { readKeycloakOtp } from "./keycloak-credential.ts";
import { fromBase32, type WrittenTotp } from "./written-totp.ts";

/** RFC 4226 section 4 asks for 128 bits; several systems have made 80. */
const LEAST_BYTES = 10;
const MOST_BYTES = 128;
const OBJECT_MEMBERS = ["secret", "algorithm", "digits", "period"];
const algorithms = new Map<string, TotpParameters["algorithm"]>([
	["SHA1", "SHA1"],
	["SHA256", "SHA256"],
	["SHA512", "SHA512"],
]);

/** An otpauth URI, `{ secret, algorithm, digits, period }`, or an `otp` credential of Keycloak. The mistake repeats no input. */
export function readTotp(given: unknown): { totp: TotpParameters } | { mistake: string } {
	const written = typeof given === "string" ? readUri(given) : readObject(given);
	if (written === null) {
		const forms = "an otpauth URI, an object with secret, or an otp credential of Keycloak";
		return { mistake: `totp is not ${forms}` };
	}
	const read = check(written);
	return "mistake" in read ? { mistake: `totp ${read.mistake}` } : read;
}

function check({ secret, type, ...written }: WrittenTotp): ReturnType<typeof readTotp> {
	if (type === "hotp") return { mistake: "counts logins (HOTP); only codes by time (TOTP) are accepted" };
	if (type !== "totp") return { mistake: "is neither TOTP nor HOTP" };
	if (secret === null) return { mistake: "has a secret that is not base32" };
	if (secret.length < LEAST_BYTES)
		return { mistake: "has a secret of less than 80 bits, which can be guessed" };
	if (secret.length > MOST_BYTES) return { mistake: `has a secret of more than ${MOST_BYTES} bytes` };
	const spelled = String(written.algorithm ?? "SHA1").toUpperCase();
	const algorithm = algorithms.get(spelled.replace(/^HMAC/, "").replace("-", ""));
	if (algorithm === undefined) return { mistake: "has an algorithm that is not SHA1, SHA256 or SHA512" };
	const digits = Number(written.digits ?? 6);
	if (digits !== 6 && digits !== 8) return { mistake: "has codes of neither 6 nor 8 digits" };
	const period = Number(written.period ?? 30);
	if (!Number.isInteger(period) || period < 15 || period > 60)
		return { mistake: "has a period that is not 15 to 60 seconds" };
	return { totp: { secret, algorithm, digits, period } };
}

function readUri(text: string): WrittenTotp | null {
	if (!/^otpauth:\/\//i.test(text) || !URL.canParse(text)) return null;
	const { host, searchParams } = new URL(text);
	return {
		secret: fromBase32(searchParams.get("secret")),
		type: host.toLowerCase(),
		algorithm: searchParams.get("algorithm"),
		digits: searchParams.get("digits"),
		period: searchParams.get("period"),
	};
}

function readObject(given: unknown): WrittenTotp | null {
	if (typeof given !== "object" || given === null) return null;
	if ("credentialData" in given) return readKeycloakOtp(given);
	if (!("secret" in given) || !Object.keys(given).every((name) => OBJECT_MEMBERS.includes(name))) return null;
	const { secret, algorithm, digits, period } = given as Record<string, unknown>;
	return { secret: fromBase32(secret), type: "totp", algorithm, digits, period };
}
