import { compactVerify, decodeProtectedHeader } from "jose";
import type { FindKey, VerificationKey } from "./keys.ts";

/** Compact serialisation only (RFC 8725bis section 3.16). */
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** The claims of a token signed by the service. `null`: not signed by it, or of another type. */
export type OpenSigned = (
	token: string,
	expected: { typ: string; maximumLength: number },
) => Promise<{ claims: Record<string, unknown>; key: VerificationKey } | null>;

/**
 * The header is untrusted: `kid` only chooses among the published keys, `alg` must be that of the key, and `jwk`, `jku`, `x5u`
 * and `x5c` are ignored; jose rejects critical extensions. Throws service_unavailable without keys.
 */
export function createOpenSigned(findKey: FindKey): OpenSigned {
	return async function openSigned(token, { typ, maximumLength }) {
		if (token.length > maximumLength || !COMPACT.test(token)) return null;
		const header = headerOf(token);
		if (header === null || header.typ !== typ || typeof header.kid !== "string") return null;
		const key = await findKey(header.kid);
		if (key === null || header.alg !== key.algorithm) return null;
		try {
			const { payload } = await compactVerify(token, key.key, { algorithms: [key.algorithm] });
			const claims: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
			if (typeof claims !== "object" || claims === null || Array.isArray(claims)) return null;
			return { claims: claims as Record<string, unknown>, key };
		} catch {
			return null;
		}
	};
}

function headerOf(token: string): Record<string, unknown> | null {
	try {
		return decodeProtectedHeader(token) as Record<string, unknown>;
	} catch {
		return null;
	}
}
