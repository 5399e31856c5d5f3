import type { Audit } from "./audit/audit.ts";
import type { Config } from "./config/config.ts";
import type { OpenedDatabase } from "./database/open.ts";
import type { Clock } from "./lib/clock.ts";
import type { Random } from "./lib/random.ts";

/** What the keys of a deployment are made from. */
export interface Foundation {
	config: Config;
	clock: Clock;
	random: Random;
	opened: OpenedDatabase;
	audit: Audit;
}
