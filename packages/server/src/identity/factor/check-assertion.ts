import type { RelyingParty } from "../../platform/config/relying-party.ts";
import type { Passkey } from "./passkey-store.ts";
import { loadWebauthn, loadWebauthnHelpers } from "./webauthn.ts";

/** AuthenticationResponseJSON (WebAuthn 3): all texts are base64url without padding. */
export interface Assertion {
	id: string;
	rawId: string;
	type: "public-key";
	response: {
		clientDataJSON: string;
		authenticatorData: string;
		signature: string;
		userHandle?: string | null;
	};
}

interface ExpectedAssertion {
	passkey: Passkey;
	party: RelyingParty;
	nonce: string;
	/** The user handle of the passkey's user. */
	handle: string;
	/** Whether the passkey alone says who logs in: it must name its user then. */
	namesUser: boolean;
	/** Whether it must have verified the user, as by a finger or a PIN. */
	verifiesUser: boolean;
}

/** What else a right assertion says. The counter is not compared yet. */
interface RightAssertion {
	signCount: number;
	backedUp: boolean;
}

/**
 * Whether a passkey signed what it was asked to sign (WebAuthn 3 section 7.2); null: it did not.
 */
export async function checkAssertion(
	{ id, rawId, type, response }: Assertion,
	{ passkey, party, nonce, handle, namesUser, verifiesUser }: ExpectedAssertion,
): Promise<RightAssertion | null> {
	const { userHandle = null, ...signed } = response;
	if (id !== passkey.credentialId || passkey.rpId !== party.id) return null;
	if (userHandle === null ? namesUser : userHandle !== handle) return null;
	const { verifyAuthenticationResponse } = await loadWebauthn();
	const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, "base64url"));
	try {
		if (isFramed(response.clientDataJSON)) return null;
		if (!(await isWholeSignature(response.signature, publicKey))) return null;
		const { verified, authenticationInfo } = await verifyAuthenticationResponse({
			response: { id, rawId, type, response: signed, clientExtensionResults: {} },
			expectedType: "webauthn.get",
			expectedChallenge: nonce,
			expectedOrigin: party.origins,
			expectedRPID: [party.id],
			requireUserVerification: verifiesUser,
			// The counter is compared in the transaction that uses the passkey, where no other instance can be faster.
			credential: { id, publicKey, counter: 0 },
		});
		// The library may return false instead of throwing.
		if (!verified) return null;
		const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
		const isEligible = credentialDeviceType === "multiDevice";
		if (isEligible !== (passkey.backupEligible === 1)) return null;
		return { signCount: newCounter, backedUp: credentialBackedUp };
	} catch {
		// Any error is a refusal: the bytes came from outside.
		return null;
	}
}

/** An ECDSA signature has one form, DER (WebAuthn 3 section 6.5.5): the library also accepts malformed DER framing and trailing bytes. */
async function isWholeSignature(signature: string, publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
	const { cose, decodeCredentialPublicKey } = await loadWebauthnHelpers();
	const key = decodeCredentialPublicKey(publicKey);
	if (key.get(cose.COSEKEYS.alg) !== cose.COSEALG.ES256) return true;
	const [tag, length, ...content] = Buffer.from(signature, "base64url");
	return tag === 0x30 && length === content.length;
}

/** Made in a frame of another site's page, which the library lets pass unless the browser names that page. */
export function isFramed(clientDataJSON: string): boolean {
	const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as Record<string, unknown>;
	return (data.crossOrigin ?? false) !== false || data.topOrigin !== undefined;
}
