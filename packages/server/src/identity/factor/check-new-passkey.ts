import { createPublicKey } from "node:crypto";
import type { RelyingParty } from "../../platform/config/relying-party.ts";
import { isFramed } from "./check-assertion.ts";
import { algorithms } from "./passkey-options.ts";
import { loadWebauthn, loadWebauthnHelpers } from "./webauthn.ts";

/** RegistrationResponseJSON (WebAuthn 3), as far as it is read: all texts are base64url without padding. */
export interface NewCredential {
	id: string;
	rawId: string;
	type: "public-key";
	response: {
		clientDataJSON: string;
		attestationObject: string;
		transports?: string[];
	};
	clientExtensionResults?: Record<string, unknown>;
}

export interface CheckedPasskey {
	credentialId: string;
	/** COSE. */
	publicKey: Uint8Array;
	signCount: number;
	transports: string[];
	aaguid: string;
	backupEligible: boolean;
	backedUp: boolean;
	/** null: the browser did not say. */
	discoverable: boolean | null;
}

const MAXIMUM_ID_BYTES = 1023;
const MOST_TRANSPORTS = 8;
const LEAST_RSA_BITS = 2048;
const LEAST_RSA_EXPONENT = 65_537n;

/** Whether it was made as it was asked for (WebAuthn 3 section 7.1); null: it was not. */
export async function checkNewPasskey(
	{ id, rawId, type, response, clientExtensionResults = {} }: NewCredential,
	{ nonce, party }: { nonce: string; party: RelyingParty },
): Promise<CheckedPasskey | null> {
	const { verifyRegistrationResponse } = await loadWebauthn();
	const { clientDataJSON } = response;
	try {
		if (isFramed(clientDataJSON)) return null;
		const attestationObject = await withoutAttestation(response.attestationObject);
		if (attestationObject === null) return null;
		const { verified, registrationInfo } = await verifyRegistrationResponse({
			response: {
				id,
				rawId,
				type,
				response: { clientDataJSON, attestationObject },
				clientExtensionResults: {},
			},
			expectedType: "webauthn.create",
			expectedChallenge: nonce,
			expectedOrigin: party.origins,
			expectedRPID: [party.id],
			requireUserVerification: true,
			supportedAlgorithmIDs: algorithms,
		});
		if (!verified) return null;
		const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
		if (credential.id !== id || Buffer.from(id, "base64url").length > MAXIMUM_ID_BYTES) return null;
		const { decodeCredentialPublicKey } = await loadWebauthnHelpers();
		if (!isStrongKey(decodeCredentialPublicKey(credential.publicKey))) return null;
		const { credProps } = clientExtensionResults as { credProps?: { rk?: unknown } | null };
		return {
			credentialId: id,
			publicKey: credential.publicKey,
			signCount: credential.counter,
			transports: (response.transports ?? []).slice(0, MOST_TRANSPORTS),
			aaguid,
			backupEligible: credentialDeviceType === "multiDevice",
			backedUp: credentialBackedUp,
			discoverable: typeof credProps?.rk === "boolean" ? credProps.rk : null,
		};
	} catch {
		// Any error is a refusal: the bytes came from outside.
		return null;
	}
}

/**
 * The same as if its authenticator had attested nothing, which is what was asked for. Otherwise the library would check
 * certificates, and ask addresses on the network that these name. null: it says that it attests nothing, and does (WebAuthn 3
 * section 8.7).
 */
async function withoutAttestation(attestationObject: string): Promise<string | null> {
	const { decodeAttestationObject, isoCBOR } = await loadWebauthnHelpers();
	const bytes = new Uint8Array(Buffer.from(attestationObject, "base64url"));
	const decoded = decodeAttestationObject(bytes);
	if (decoded.get("fmt") === "none" && decoded.get("attStmt").size !== 0) return null;
	const authData = decoded.get("authData");
	const none = new Map<string, unknown>([
		["fmt", "none"],
		["attStmt", new Map()],
		["authData", authData],
	]);
	return Buffer.from(isoCBOR.encode(none as never)).toString("base64url");
}

/** False for an RSA key that is weak enough for others to sign with (FIPS 186-5 section 5.1); the other algorithms have one size. */
function isStrongKey(cose: { get(label: number): unknown }): boolean {
	const [kty, n, e] = [cose.get(1), cose.get(-1), cose.get(-2)];
	if (kty !== 3) return true;
	if (!(n instanceof Uint8Array && e instanceof Uint8Array)) return false;
	const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
	const key = createPublicKey({ key: { kty: "RSA", n: text(n), e: text(e) }, format: "jwk" });
	const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
	return modulusLength >= LEAST_RSA_BITS && publicExponent >= LEAST_RSA_EXPONENT;
}
