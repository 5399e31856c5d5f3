import { compactVerify, decodeProtectedHeader } from "jose";
import type { FindKey, VerificationKey } from "./keys.ts";

/** Compact serialisation only (RFC 8725bis section 3.16). */
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** The claims under a signature of the service. `null`: it is none, or not of this type. */
export type OpenSigned = (
	token: string,
	expected: { typ: string; maximumLength: number },
) => Promise<{ claims: Record<string, unknown>; key: VerificationKey } | null>;

/**
 * Everything in the header is what a stranger says: `kid` only chooses among the published keys, `alg` has to be that of the key,
 * and where a key is to be had (`jwk`, `jku`, `x5u`, `x5c`) is not read at all; jose refuses whatever is critical. Throws service_unavailable without keys.
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
