import type { RecordEvent, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { Keyring } from "../lib/seal.ts";
import { lockDeployment, writeDeploymentFact } from "./deployment-store.ts";
import { ALIVE_FOR, type Instance, listInstancesSeenAfter } from "./instance-store.ts";
import { listSealingKeys, writeSealingKey } from "./key-store.ts";
import { openMacKey, sealMacKey } from "./mac-key.ts";
import { boxOfSealingKeys } from "./sealing-keyring.ts";

/** Instances that run now could not start with the new secret. */
export class SecretNotAnnounced extends Error {
	readonly instances: Instance[];
	constructor(instances: Instance[]) {
		super("Not every running instance knows the new secret.");
		this.instances = instances;
	}
}

/** Where every instance finds the new secret by itself. */
type SecretFile = { write(): void; settle(): Promise<void> };

/**
 * Seals the few keys under the secret with another one, in one transaction. Nothing that was handed out changes, and instances
 * that run continue; from now on they can only start with the new secret. Throws SecretNotAnnounced.
 */
export function createRotateSecret({ transact, clock }: { transact: Transact; clock: Clock }) {
	return async function rotateSecret<Replaced = void>(
		from: Keyring,
		to: Keyring,
		{ force = false, file }: { force?: boolean; file?: SecretFile | undefined } = {},
		/** Replaces what an attacker who knows the old secret knows too. Part of the same transaction. */
		replace?: (queries: Queryable, record: RecordEvent) => Promise<Replaced>,
	): Promise<Replaced> {
		try {
			return await transact(async (queries, record) => {
				await lockDeployment(queries);
				const running = await listInstancesSeenAfter(queries, clock() - ALIVE_FOR);
				const unknowing = running.filter(({ secrets }) => !secrets.includes(to.fingerprint));
				if (unknowing.length > 0 && !force && file === undefined) throw new SecretNotAnnounced(unknowing);
				for (const { kid, keySealed } of await listSealingKeys(queries)) {
					const key = boxOfSealingKeys(from).open(Buffer.from(keySealed, "base64url"), kid);
					if (key === null) throw new Error(`The sealing key ${kid} is sealed under another secret.`);
					const sealed = boxOfSealingKeys(to).seal(key, kid).toString("base64url");
					await writeSealingKey(queries, kid, sealed);
				}
				// Only now is it certain that a file there belongs to no other rotation.
				file?.write();
				await writeDeploymentFact(queries, "mac_key", sealMacKey(to, await openMacKey(queries, from)));
				await writeDeploymentFact(queries, "secret_fingerprint", to.fingerprint);
				await record({ event: "secret_rotated", detail: { forced: force } });
				return (await replace?.(queries, record)) as Replaced;
			});
		} finally {
			// Also after a failure: the database says how it ended.
			await file?.settle();
		}
	};
}
