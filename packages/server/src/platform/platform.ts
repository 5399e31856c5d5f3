import type { Audit } from "./audit/audit.ts";
import type { Config } from "./config/config.ts";
import type { OpenedDatabase } from "./database/open.ts";
import type { SealingKeyring } from "./keys/sealing-keyring.ts";
import type { SigningKeys } from "./keys/signing-keys.ts";
import type { Clock } from "./lib/clock.ts";
import type { Random } from "./lib/random.ts";
import type { Outbox } from "./outbox/outbox.ts";

/** What keys are made from. */
export interface Foundation {
	config: Config;
	clock: Clock;
	random: Random;
	opened: OpenedDatabase;
	audit: Audit;
}

/** What every other district is made from: the settings, the database, its keys and its audit log. */
export interface Platform extends Foundation {
	/** Of the deployment: random, made once; values are bound to it. */
	id: string;
	keyring: SealingKeyring;
	signingKeys: SigningKeys;
	/** What is to be sent. */
	outbox: Outbox;
}
