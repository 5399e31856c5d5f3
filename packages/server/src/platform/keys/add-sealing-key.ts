import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { Random } from "../lib/random.ts";
import type { Keyring } from "../lib/seal.ts";
import { DeploymentError } from "./deployment-error.ts";
import { findDeploymentFact } from "./deployment-store.ts";
import { insertSealingKey } from "./sealing-key-store.ts";
import { boxOfSealingKeys, KID_LENGTH } from "./sealing-keyring.ts";

/** Makes a sealing key under the secret in force, and returns its kid. Part of a transaction. */
export type AddSealingKey = (
	queries: Queryable,
	record: RecordEvent,
	activatedAt: number | null,
) => Promise<string>;

export function createAddSealingKey(dependencies: {
	clock: Clock;
	random: Random;
	/** Of the secrets that this process knows now. */
	masters: () => Keyring[];
}): AddSealingKey {
	const { clock, random, masters } = dependencies;

	/** The secret may have been replaced since this process started. */
	async function presentMaster(queries: Queryable): Promise<Keyring> {
		const fingerprint = await findDeploymentFact(queries, "secret_fingerprint");
		const found = masters().find((master) => master.fingerprint === fingerprint);
		if (found !== undefined) return found;
		throw new DeploymentError(
			"secret_mismatch",
			"The secret was replaced; start the service again with the new one.",
		);
	}

	return async function addSealingKey(queries, record, activatedAt) {
		const kid = random(KID_LENGTH).toString("base64url");
		const master = await presentMaster(queries);
		await insertSealingKey(queries, {
			kid,
			keySealed: boxOfSealingKeys(master).seal(random(32), kid).toString("base64url"),
			createdAt: clock(),
			activatedAt,
			retiredAt: null,
		});
		await record({ event: "sealing_key_created", detail: { kid } });
		return kid;
	};
}
