import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { AddSealingKey } from "./add-sealing-key.ts";
import { lockDeployment } from "./deployment-store.ts";
import { reencrypt } from "./reencrypt.ts";
import type { SealedColumn } from "./sealed-column.ts";
import { listSealingKeys, removeSealingKeys } from "./sealing-key-store.ts";
import type { SealingKeyring } from "./sealing-keyring.ts";

export interface ReplacedSealingKeys {
	active: string;
	deleted: string[];
	/** Setup links that were open. */
	linksEnded: number;
}

/**
 * For keys that a stranger knows. All of them go at once, and what they have sealed opens nowhere any more, except in sealed
 * columns, which are re-encrypted. Part of a transaction.
 */
export type ReplaceSealingKeys = (queries: Queryable, record: RecordEvent) => Promise<ReplacedSealingKeys>;

export function createReplaceSealingKeys(dependencies: {
	clock: Clock;
	add: AddSealingKey;
	newKeyring: () => SealingKeyring;
	sealedColumns: readonly SealedColumn[];
}): ReplaceSealingKeys {
	const { clock, add, newKeyring, sealedColumns } = dependencies;
	return async function replaceSealingKeys(queries, record) {
		await lockDeployment(queries);
		const now = clock();
		const [from, to] = [newKeyring(), newKeyring()];
		from.load(await listSealingKeys(queries));
		const deleted = await removeSealingKeys(queries);
		// Both are made now: the next key of before was in the stolen database, too.
		const active = await add(queries, record, now);
		await add(queries, record, null);
		to.load(await listSealingKeys(queries));
		let linksEnded = 0;
		for (const { onCompromised } of sealedColumns)
			linksEnded += (await onCompromised?.(queries, record, now)) ?? 0;
		await reencrypt(queries, record, sealedColumns, { from, to, now });
		await record({ event: "sealing_key_compromised", detail: { kid: active, deleted, links: linksEnded } });
		return { active, deleted, linksEnded };
	};
}
