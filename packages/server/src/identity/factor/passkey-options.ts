import { type RelyingParty, relyingPartyOf } from "../../platform/config/relying-party.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PasskeyRequest } from "../../platform/required-proof.ts";
import { CHALLENGE_LIFETIME } from "./challenge.ts";
import type { Passkey } from "./passkey-store.ts";

/** Pinned: the library's own choice depends on the runtime, so instances would differ. Ed25519, ES256, RS256. */
export const algorithms = [-8, -7, -257];

export type PasskeyOptions = ReturnType<typeof createPasskeyOptions>;

/** What browsers are asked for. Needs no row and no library, so that pages may ask as often as they like. */
export function createPasskeyOptions({ config, keyring }: Pick<Platform, "config" | "keyring">) {
	const found = relyingPartyOf(config);
	const party = "off" in found ? null : found;
	/** Tells nothing about the user, and is the same in all passkeys of theirs (WebAuthn 3 section 14.6.1). */
	const handleOf = keyring.mac("passkey user");
	const timeout = CHALLENGE_LIFETIME;

	/** Throws passkey_invalid, which says why there are no passkeys here. */
	function requireParty(): RelyingParty {
		if ("off" in found) throw new LoginError("passkey_invalid", found.off);
		return found;
	}

	function describe({ credentialId: id, transports }: Passkey) {
		return { type: "public-key" as const, id, transports: wordsOf(transports) };
	}

	return {
		/** null: browsers make no passkeys for this service. */
		party,
		requireParty,
		handleOf,
		/** Whether a browser can use it here. */
		isUsable: ({ rpId }: Passkey): boolean => rpId === party?.id,

		/** To use a passkey. `allow`: one of these; left out: any that needs no username. */
		request(
			challenge: string,
			userVerification: PasskeyRequest["userVerification"],
			allow?: readonly Passkey[],
		): PasskeyRequest {
			const { id: rpId } = requireParty();
			const allowCredentials = allow === undefined ? {} : { allowCredentials: allow.map(describe) };
			return { challenge, rpId, timeout, userVerification, ...allowCredentials };
		},

		/** To make one, in an authenticator that has none of the existing ones. */
		creation(
			challenge: string,
			user: { id: string; username: string; displayName: string },
			existing: readonly Passkey[],
		) {
			const { id } = requireParty();
			return {
				challenge,
				rp: { id, name: new URL(config.baseUrl).host },
				user: { id: handleOf(user.id), name: user.username, displayName: user.displayName },
				pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key" as const, alg })),
				timeout,
				attestation: "none" as const,
				excludeCredentials: existing.map(describe),
				authenticatorSelection: {
					residentKey: "preferred" as const,
					requireResidentKey: false,
					userVerification: "required" as const,
				},
				extensions: { credProps: true },
			};
		},
	};
}

const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");
