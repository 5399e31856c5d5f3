import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Foundation } from "../foundation.ts";
import { Failure } from "../lib/failure.ts";
import type { Keyring } from "../lib/seal.ts";
import { findDeploymentFact, lockDeployment } from "./deployment-store.ts";
import { insertSealingKey, listSealingKeys } from "./key-store.ts";
import { createKeyRotation } from "./rotate-keys.ts";
import type { SealedColumn } from "./sealed-column.ts";
import { listSealed, writeSealed } from "./sealed-column-store.ts";
import { boxOfSealingKeys, KID_LENGTH, type SealingKeyring } from "./sealing-keyring.ts";

/** Every instance, also of the previous release, reads the keys at least this often; milliseconds. */
const KNOWN_AFTER = 120_000;

/** Each rotation re-encrypts what is sealed at rest. Every operation that changes the keys loads them again. */
export function createSealingKeyRotation(
	uses: Foundation & {
		/** Of the secrets that this process knows now. */
		masters: () => Keyring[];
		keyring: SealingKeyring;
		loadKeyring: (queries: Queryable) => Promise<SealingKeyring>;
		sealedColumns: readonly SealedColumn[];
	},
) {
	const { config, clock, random, opened, audit, masters, keyring, loadKeyring, sealedColumns } = uses;

	/** Loads the keys as they are now: what was deleted opens and seals nothing here any more. */
	async function load(): Promise<void> {
		keyring.load(await listSealingKeys(opened.reads));
	}

	async function add(queries: Queryable, record: RecordEvent, activatedAt: number | null): Promise<string> {
		const kid = random(KID_LENGTH).toString("base64url");
		const master = await currentMaster(queries, masters);
		const keySealed = boxOfSealingKeys(master).seal(random(32), kid).toString("base64url");
		await insertSealingKey(queries, { kid, keySealed, createdAt: clock(), activatedAt, retiredAt: null });
		await record({ event: "sealing_key_created", detail: { kid } });
		return kid;
	}

	/** The longest life of what is sealed and handed out. */
	const keptFor = Math.max(
		config.deviceLifetime,
		config.sessionAbsolute,
		config.remember,
		config.preSessionLifetime,
	);

	const rotation = createKeyRotation({
		kind: "sealing_key",
		clock,
		transact: audit.transact,
		add,
		reads: opened.reads,
		lifetime: config.sealingKeyLifetime,
		knownAfter: KNOWN_AFTER,
		keptFor,
		async rotated(queries, record, now) {
			const own = await loadKeyring(queries);
			// What ends before the old key is removed stays under it: anyone can begin logins to applications, 100,000 of which took
			// SQLite eleven seconds, and PostgreSQL forty.
			await reencrypt(queries, record, sealedColumns, {
				from: own,
				to: own,
				now,
				lastsBeyond: now + keptFor,
			});
		},
		committed: load,
	});
	return {
		...rotation,
		load,
		/**
		 * For keys that an attacker knows. All of them go at once, and what they have sealed opens nowhere any more, except in
		 * sealed columns, which are re-encrypted. Part of a transaction. `linksEnded`: setup links that were open.
		 */
		async replaceAll(queries: Queryable, record: RecordEvent) {
			await lockDeployment(queries);
			const now = clock();
			const from = await loadKeyring(queries);
			// The next key goes too: it was in the stolen database.
			const { active, removed: deleted } = await rotation.remake(queries, record);
			const to = await loadKeyring(queries);
			let linksEnded = 0;
			for (const { onCompromised } of sealedColumns)
				linksEnded += (await onCompromised?.(queries, record, now)) ?? 0;
			await reencrypt(queries, record, sealedColumns, { from, to, now, lastsBeyond: null });
			await record({ event: "sealing_key_compromised", detail: { kid: active, deleted, links: linksEnded } });
			return { active, deleted, linksEnded };
		},
	};
}

/** The one in force now: it may have been replaced since this process started. */
async function currentMaster(queries: Queryable, masters: () => Keyring[]): Promise<Keyring> {
	const fingerprint = await findDeploymentFact(queries, "secret_fingerprint");
	const found = masters().find((master) => master.fingerprint === fingerprint);
	if (found !== undefined) return found;
	const message = "The secret was replaced; start the service again with the new one.";
	throw new Failure("secret_mismatch", message);
}

async function reencrypt(
	queries: Queryable,
	record: RecordEvent,
	sealedColumns: readonly SealedColumn[],
	{
		from,
		to,
		now,
		lastsBeyond,
	}: {
		from: SealingKeyring;
		to: SealingKeyring;
		now: number;
		/** null: all values. */
		lastsBeyond: number | null;
	},
): Promise<void> {
	for (const column of sealedColumns) {
		const { label, onUnreadable } = column;
		for (const { id, sealed } of await listSealed(queries, column, lastsBeyond)) {
			const plain = from.box(label).open(Buffer.from(sealed, "base64url"), id);
			if (plain === null) await onUnreadable(queries, record, { id, now });
			else await writeSealed(queries, column, id, to.box(label).seal(plain, id).toString("base64url"));
		}
	}
}
