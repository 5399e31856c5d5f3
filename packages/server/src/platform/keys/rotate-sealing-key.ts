import type { Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import type { AddSealingKey } from "./add-sealing-key.ts";
import { lockDeployment } from "./deployment-store.ts";
import { reencrypt, type SealedColumn } from "./sealed-column.ts";
import {
	listSealingKeys,
	removeSealingKeysRetiredBefore,
	type SealingKeyRecord,
	sealingKeyState,
	updateSealingKey,
} from "./sealing-key-store.ts";
import type { SealingKeyring } from "./sealing-keyring.ts";

/** Every instance, also of the release before, reads the keys at least this often; milliseconds. */
const KNOWN_AFTER = 120_000;

export class SealingRotationTooEarly extends Error {
	/** Milliseconds since the epoch. */
	readonly readyAt: number;
	constructor(readyAt: number) {
		super("The next sealing key is too new for every instance to know it.");
		this.readyAt = readyAt;
	}
}

export interface SealingKeyRotation {
	/** At each start: makes an active and a next key if there are none, and loads them. */
	ensure(): Promise<void>;
	/** next → active, active → retired, a new next; what is sealed at rest is re-encrypted. Throws SealingRotationTooEarly. */
	rotate(force?: boolean): Promise<{ active: string; retired: string[] }>;
	/** Loads the keys as they are now: what was deleted opens and seals nothing here any more. */
	load(): Promise<void>;
	/** Loads the keys, rotates one whose time has come, forgets what is retired for good. */
	maintain(): Promise<void>;
}

export function createSealingKeyRotation(dependencies: {
	/** For looks without a lock. */
	reads: Queryable;
	transact: Transact;
	clock: Clock;
	add: AddSealingKey;
	keyring: SealingKeyring;
	newKeyring: () => SealingKeyring;
	/** What is re-encrypted. */
	sealedColumns: readonly SealedColumn[];
	/** Milliseconds. */
	lifetime: number;
	/** The longest life of what is sealed and handed out. */
	keptFor: number;
}): SealingKeyRotation {
	const { reads, transact, clock, add, keyring, newKeyring, sealedColumns, lifetime, keptFor } = dependencies;

	async function load(): Promise<SealingKeyRecord[]> {
		const keys = await listSealingKeys(reads);
		keyring.load(keys);
		return keys;
	}

	async function rotate(force = false) {
		const rotated = await transact(async (queries, record) => {
			await lockDeployment(queries);
			const now = clock();
			const keys = await listSealingKeys(queries);
			const next = keys.find((key) => sealingKeyState(key) === "next");
			if (next !== undefined && !force && now < next.createdAt + KNOWN_AFTER)
				throw new SealingRotationTooEarly(next.createdAt + KNOWN_AFTER);
			const retired = keys.filter((key) => sealingKeyState(key) === "active").map(({ kid }) => kid);
			for (const kid of retired) await updateSealingKey(queries, kid, { retired_at: now });
			const active = next?.kid ?? (await add(queries, record, now));
			if (next !== undefined) await updateSealingKey(queries, active, { activated_at: now });
			await add(queries, record, null);
			// One of its own: the keyring in use shows what is committed.
			const own = newKeyring();
			own.load(await listSealingKeys(queries));
			await reencrypt(queries, record, sealedColumns, { from: own, to: own, now });
			await record({ event: "sealing_key_rotated", detail: { kid: active, forced: force } });
			return { active, retired };
		});
		await load();
		return rotated;
	}

	function isDue(keys: readonly SealingKeyRecord[]): boolean {
		const [active, next] = (["active", "next"] as const).map((state) =>
			keys.find((key) => sealingKeyState(key) === state),
		);
		const now = clock();
		return now - (active?.activatedAt ?? now) > lifetime && now >= (next?.createdAt ?? 0) + KNOWN_AFTER;
	}

	return {
		rotate,
		async ensure() {
			await transact(async (queries, record) => {
				await lockDeployment(queries);
				if ((await listSealingKeys(queries)).length > 0) return;
				await add(queries, record, clock());
				await add(queries, record, null);
			});
			await load();
		},
		async load() {
			await load();
		},
		async maintain() {
			await transact(async (queries, record) => {
				const kids = await removeSealingKeysRetiredBefore(queries, clock() - keptFor);
				for (const kid of kids) await record({ event: "sealing_key_removed", detail: { kid } });
			});
			if (isDue(await load())) await rotate();
		},
	};
}
