/** What browsers answer for passkeys (WebAuthn 3 section 5.1), and what they are asked for. */
import { invalid } from "../../platform/errors.ts";
import {
	closedObject,
	flag,
	integer,
	objects,
	orNull,
	text,
	texts,
} from "../../platform/openapi/operation.ts";
import { challengeText } from "./common.ts";

export const passkeyChallenge = {
	...challengeText,
	description: "To be sent back with what the browser answers; good for five minutes, once.",
} as const;

/** Base64url, and never padded: each value is written in one way. */
const bytes = (maxLength: number, description: string) =>
	text(description, { pattern: "^[A-Za-z0-9_-]+$", maxLength, examples: ["dGVzdA"] });

const kind = text("Always public-key.", { const: "public-key" });

/** What browsers answer besides; only what was asked for is read. */
const ofAnyPasskey = {
	id: bytes(1364, "The credential id."),
	rawId: bytes(1364, "The same."),
	type: kind,
	authenticatorAttachment: orNull(text("Not read.", { maxLength: 32 })),
	clientExtensionResults: {
		type: "object",
		description: "Of a new passkey credProps.rk is read: whether it logs in without a username.",
	},
} as const;

const inResponse = { clientDataJSON: bytes(4096, "What the browser says about the page.") } as const;

/** AuthenticationResponseJSON. */
export const passkeyAssertion = {
	...closedObject("PasskeyAssertion", "What `PublicKeyCredential.toJSON()` returns after `get()`.", {
		...ofAnyPasskey,
		response: {
			...closedObject(null, "What the authenticator signed.", {
				...inResponse,
				authenticatorData: bytes(4096, "What was signed besides."),
				signature: bytes(2048, "By the key of the passkey."),
				userHandle: orNull(bytes(128, "Whose passkey it is.")),
			}),
			required: ["clientDataJSON", "authenticatorData", "signature"],
		},
	}),
	required: ["id", "rawId", "type", "response"],
} as const;

/** RegistrationResponseJSON. */
export const newPasskey = {
	...closedObject("NewPasskey", "What `PublicKeyCredential.toJSON()` returns after `create()`.", {
		...ofAnyPasskey,
		response: {
			...closedObject(null, "What the authenticator made.", {
				...inResponse,
				attestationObject: bytes(8192, "The key of the passkey, and what its authenticator says about it."),
				authenticatorData: bytes(8192, "Part of the above."),
				publicKey: orNull(bytes(4096, "Part of the above.")),
				publicKeyAlgorithm: integer("Part of the above."),
				transports: {
					type: "array",
					maxItems: 16,
					items: { type: "string", pattern: "^[a-z-]{1,32}$" },
					description: "How it is reached.",
				},
			}),
			required: ["clientDataJSON", "attestationObject"],
		},
	}),
	required: ["id", "rawId", "type", "response"],
} as const;

const descriptors = (description: string) =>
	({
		type: "array",
		items: closedObject(null, null, {
			type: kind,
			id: bytes(1364, "The credential id."),
			transports: texts("How it is reached."),
		}),
		description,
	}) as const;

const timeout = integer("Milliseconds.", { minimum: 0 });
const nonce = bytes(64, "To be signed.");

/** PublicKeyCredentialRequestOptionsJSON. */
export const passkeyRequest = {
	...closedObject("PasskeyRequest", "For `PublicKeyCredential.parseRequestOptionsFromJSON()`.", {
		challenge: nonce,
		rpId: text("The domain that passkeys are bound to."),
		timeout,
		userVerification: text("Whether the authenticator must verify the user.", {
			enum: ["required", "preferred"],
		}),
		allowCredentials: descriptors("One of these; left out: any that needs no username."),
	}),
	required: ["challenge", "rpId", "timeout", "userVerification"],
} as const;

/** PublicKeyCredentialCreationOptionsJSON. */
export const passkeyCreation = closedObject(
	"PasskeyCreation",
	"For `PublicKeyCredential.parseCreationOptionsFromJSON()`.",
	{
		challenge: nonce,
		rp: closedObject(null, "This service.", {
			id: text("The domain that passkeys are bound to."),
			name: text("Its host."),
		}),
		user: closedObject(null, "Whose passkey it will be.", {
			id: bytes(128, "The same in all passkeys of the user; tells nothing else."),
			name: text("The username."),
			displayName: text("The username as it was typed first."),
		}),
		pubKeyCredParams: objects("Ed25519, ES256, RS256.", {
			type: kind,
			alg: integer("A COSE algorithm."),
		}),
		timeout,
		attestation: text("Attestation is not requested.", { const: "none" }),
		excludeCredentials: descriptors(
			"An authenticator that already holds one of these must not create another.",
		),
		authenticatorSelection: closedObject(null, "Which passkeys are good.", {
			residentKey: text("A discoverable credential if possible.", { const: "preferred" }),
			requireResidentKey: flag("false: any other will do."),
			userVerification: text("It must verify the user.", { const: "required" }),
		}),
		extensions: closedObject(null, "What the browser is to say besides.", {
			credProps: flag("Whether the passkey needs no username."),
		}),
	},
);

const MAXIMUM_LENGTH = 8192;

/** Throws validation_failed: too much for a passkey, or a name that could change what objects inherit. */
export function requireSoundPasskey<Sent extends object>(passkey: Sent): Sent {
	const text = JSON.stringify(passkey);
	const message = `A passkey has at most ${MAXIMUM_LENGTH} bytes, and no member __proto__.`;
	if (text.length > MAXIMUM_LENGTH || text.includes('"__proto__":'))
		throw invalid("/passkey", "malformed", message);
	return passkey;
}
