/** Audit events of the keys and the secret of the deployment. Part of events.ts. */
import { error, info, warn } from "./event-kind.ts";

export const eventsOfKeys = {
	signing_key_created: info("A signing key was made.", "keyCreation", {
		kid: "RFC 7638 thumbprint",
		algorithm: ["ES256", "EdDSA", "RS256"],
	}),
	signing_key_rotated: info("Another signing key became active.", "keyChange", {
		kid: "the key that signs from now on",
		forced: "true: by an operator, before every verifier could know the key",
	}),
	signing_key_compromised: error(
		"An operator replaced every signing key, because one was compromised.",
		"keyDeletion",
		{ kid: "the key that signs from now on", removed: "the previous keys" },
	),
	signing_key_removed: info("A retired signing key was removed.", "keyDeletion", { kid: "the key" }),

	sealing_key_created: info("A key for sealing values was made.", "keyCreation", { kid: "its name" }),
	sealing_key_rotated: info("Another key seals from now on.", "keyChange", {
		kid: "the key that seals from now on",
		forced: "true: by an operator, before every instance could know the key",
	}),
	sealing_key_removed: info("A retired sealing key was removed.", "keyDeletion", { kid: "the key" }),
	sealing_key_compromised: error(
		"An operator replaced all sealing keys at once, because they may be compromised.",
		"keyChange",
		{
			kid: "the key that seals from now on",
			deleted: "the previous keys",
			links: "how many setup links ended with them",
		},
	),
	secret_rotated: warn("The secret was replaced.", "keyChange", {
		forced: "true: although a running instance did not know the new one",
	}),
} as const;
