import type { Clock } from "../../platform/lib/clock.ts";
import type { Box } from "../../platform/lib/seal.ts";

/**
 * The csrf value: `c1.<kid>.<sealed reference>`. It names the session, or the pre-session cookie, for which it was
 * made, under AES-256-GCM with a fresh nonce: opaque, revocable with its session, and different at each render, so
 * that BREACH finds no stable secret in a page. About 90 characters of [A-Za-z0-9._-].
 */
export type CsrfReference =
	| { kind: "session"; reference: string }
	| { kind: "pre-session"; reference: string };

export interface CsrfValues {
	seal(reference: CsrfReference): string;
	/** null when the value was not made by this deployment, or has expired. */
	open(value: string): CsrfReference | null;
}

const VALUE = /^c1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,200})$/;
const SESSION = 1;
const PRE_SESSION = 2;
const REFERENCE_LENGTH = 16;

export function createCsrfValues(dependencies: {
	box: Box;
	/** What is sealed begins with the name of its key, so many bytes, which stands before the dot. */
	kidLength: number;
	/** Binds values to this deployment, whatever its URL. */
	deploymentId: string;
	clock: Clock;
	preSessionLifetime: number;
}): CsrfValues {
	const { box, kidLength, deploymentId, clock, preSessionLifetime } = dependencies;
	const context = `c1 ${deploymentId}`;
	return {
		seal({ kind, reference }) {
			const plain = Buffer.alloc(1 + REFERENCE_LENGTH + 8);
			plain[0] = kind === "session" ? SESSION : PRE_SESSION;
			Buffer.from(reference, "base64url").copy(plain, 1, 0, REFERENCE_LENGTH);
			// The value of a session lives and dies with its row; only the stateless one carries an end.
			plain.writeDoubleBE(kind === "session" ? 0 : clock() + preSessionLifetime, 1 + REFERENCE_LENGTH);
			const sealed = box.seal(plain, context);
			const parts = [sealed.subarray(0, kidLength), sealed.subarray(kidLength)];
			return ["c1", ...parts.map((part) => part.toString("base64url"))].join(".");
		},
		open(value) {
			const match = VALUE.exec(value);
			if (match === null) return null;
			const sealed = match.slice(1).map((part) => Buffer.from(part, "base64url"));
			if (sealed[0]?.length !== kidLength) return null;
			const plain = box.open(Buffer.concat(sealed), context);
			if (plain?.length !== 1 + REFERENCE_LENGTH + 8) return null;
			const reference = plain.subarray(1, 1 + REFERENCE_LENGTH).toString("base64url");
			if (plain[0] === SESSION) return { kind: "session", reference };
			const expiresAt = plain.readDoubleBE(1 + REFERENCE_LENGTH);
			return plain[0] === PRE_SESSION && clock() < expiresAt ? { kind: "pre-session", reference } : null;
		},
	};
}
