import type { Transaction } from "kysely";
import type { Dialect } from "../open.ts";
import type { Tables } from "../tables.ts";
import { up as initial } from "./0001-initial.ts";
import { up as lastLogin } from "./0002-last-login.ts";
import { up as tokenStatus } from "./0003-token-status.ts";
import { up as sealingKeys } from "./0004-sealing-keys.ts";
import { up as loginRate } from "./0005-login-rate.ts";
import { up as importedHashes } from "./0006-imported-hashes.ts";
import { up as actor } from "./0007-actor.ts";
import { up as sessionAmr } from "./0008-session-amr.ts";

export interface Migration {
	/** Recorded in the database; never renamed. */
	name: string;
	up(database: Transaction<Tables>, dialect: Dialect): Promise<void>;
}

/** In order; append only. */
export const migrations: readonly Migration[] = [
	{ name: "0001-initial", up: initial },
	{ name: "0002-last-login", up: lastLogin },
	{ name: "0003-token-status", up: tokenStatus },
	{ name: "0004-sealing-keys", up: sealingKeys },
	{ name: "0005-login-rate", up: loginRate },
	{ name: "0006-imported-hashes", up: importedHashes },
	{ name: "0007-actor", up: actor },
	{ name: "0008-session-amr", up: sessionAmr },
];
