import type { Foundation } from "./foundation.ts";
import type { OpenStored } from "./keys/open-stored.ts";
import type { SealingKeyring } from "./keys/sealing-keyring.ts";
import type { SigningKeys } from "./keys/signing-keys.ts";
import type { Outbox } from "./outbox/outbox.ts";

/** What every other district is made from: the settings, the database, its keys and its audit log. */
export interface Platform extends Foundation {
	/** Of the deployment: random, made once; values are bound to it. */
	id: string;
	keyring: SealingKeyring;
	openStored: OpenStored;
	signingKeys: SigningKeys;
	/** Holds what is to be sent. */
	outbox: Outbox;
}
