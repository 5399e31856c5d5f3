import type { RecordEvent, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import { lockDeployment } from "./deployment-store.ts";
import { type KeyLife, keyState } from "./key-state.ts";
import { listKeys, removeKeys, updateKey } from "./key-store.ts";

/** Events are written out, so that a search for one finds where it is recorded. */
const kinds = {
	signing_key: { table: "signing_keys", rotated: "signing_key_rotated", removed: "signing_key_removed" },
	oidc_signing_key: {
		table: "oidc_signing_keys",
		rotated: "signing_key_rotated",
		removed: "signing_key_removed",
	},
	sealing_key: { table: "sealing_keys", rotated: "sealing_key_rotated", removed: "sealing_key_removed" },
} as const;

type Kind = keyof typeof kinds;

/** Kinds that rotate together are of different ages: those of applications are made by the first request for them. */
const tooNew = {
	signing_key: "The next signing key of access tokens is so new that verifiers may not know it yet.",
	oidc_signing_key: "The next signing key of applications is so new that applications may not know it yet.",
	sealing_key: "The next sealing key is so new that instances may not know it yet.",
} satisfies Record<Kind, string>;

/** Its message is for operators, who have yet to read when, and what else to do. */
export class RotationTooEarly extends Error {
	/** Milliseconds since the epoch. */
	readonly readyAt: number;
	constructor(kind: Kind, readyAt: number) {
		super(tooNew[kind]);
		this.readyAt = readyAt;
	}
}

/** The life of keys of one kind. */
export function createKeyRotation(dependencies: {
	kind: Kind;
	clock: Clock;
	transact: Transact;
	/** Makes a key and returns its kid. */
	add: (queries: Queryable, record: RecordEvent, activatedAt: number | null) => Promise<string>;
	/** Makes what so many new keys need, before a transaction, which would hold up every other one. */
	prepare?: (keys: number) => Promise<void>;
	/** Reads without a transaction. */
	reads: Queryable;
	/** Milliseconds, as all of these. */
	lifetime: number;
	/** The age at which a key is known everywhere. */
	knownAfter: number;
	/** How long a retired key is kept. */
	keptFor: number;
	/** Part of the transaction that rotates. */
	rotated?: (queries: Queryable, record: RecordEvent, now: number) => Promise<void>;
	/** After each transaction that may have changed the keys. */
	committed?: () => Promise<void>;
}) {
	const { kind, clock, transact, add, reads, knownAfter, keptFor, rotated, committed } = dependencies;
	const { prepare = async () => {} } = dependencies;
	const { table, ...events } = kinds[kind];

	/** next → active, active → retired, a new next. Part of a transaction that holds the lock of the deployment. */
	async function advance(queries: Queryable, record: RecordEvent, keys: readonly KeyLife[], forced: boolean) {
		const now = clock();
		const next = keys.find((key) => keyState(key) === "next");
		const retired = keys.filter((key) => keyState(key) === "active").map(({ kid }) => kid);
		for (const kid of retired) await updateKey(queries, table, kid, { retired_at: now });
		const active = next?.kid ?? (await add(queries, record, now));
		if (next !== undefined) await updateKey(queries, table, active, { activated_at: now });
		await add(queries, record, null);
		await rotated?.(queries, record, now);
		await record({ event: events.rotated, detail: { kid: active, forced } });
		return { active, retired };
	}

	/** `by`: the caller's transactions. Throws RotationTooEarly unless `force`. */
	async function rotate(force = false, by = transact): Promise<{ active: string; retired: string[] }> {
		await prepare(1);
		const outcome = await by(async (queries, record) => {
			await lockDeployment(queries);
			const keys = await listKeys(queries, table);
			const readyAt = nextIsKnownAt(keys, knownAfter);
			if (!force && clock() < readyAt) throw new RotationTooEarly(kind, readyAt);
			return advance(queries, record, keys, force);
		});
		await committed?.();
		return outcome;
	}

	/** Removes every key and makes an active and a next one. Part of a transaction that holds the lock of the deployment. */
	async function remake(queries: Queryable, record: RecordEvent) {
		const removed = await removeKeys(queries, table);
		const active = await add(queries, record, clock());
		await add(queries, record, null);
		return { active, removed };
	}

	/** Looks again under the lock: another instance may have rotated since. */
	async function rotateIfDue(): Promise<void> {
		await prepare(1);
		await transact(async (queries, record) => {
			await lockDeployment(queries);
			const keys = await listKeys(queries, table);
			if (isDue(keys, clock(), dependencies)) await advance(queries, record, keys, false);
		});
		await committed?.();
	}

	return {
		rotate,
		remake,
		/** At each start: makes an active and a next key if there are none. Safe when several instances start at once. */
		async ensure(): Promise<void> {
			if ((await listKeys(reads, table)).length === 0) await prepare(2);
			await transact(async (queries, record) => {
				await lockDeployment(queries);
				if ((await listKeys(queries, table)).length === 0) await remake(queries, record);
			});
			await committed?.();
		},
		/** Rotates a key whose time has come, and removes what is retired for good. */
		async maintain(): Promise<void> {
			const keys = await transact(async (queries, record) => {
				for (const kid of await removeKeys(queries, table, { retiredBefore: clock() - keptFor }))
					await record({ event: events.removed, detail: { kid } });
				return listKeys(queries, table);
			});
			await committed?.();
			if (isDue(keys, clock(), dependencies)) await rotateIfDue();
		},
	};
}

/** Milliseconds since the epoch; 0 where there is no next key. */
function nextIsKnownAt(keys: readonly KeyLife[], knownAfter: number): number {
	const next = keys.find((key) => keyState(key) === "next");
	return next === undefined ? 0 : next.createdAt + knownAfter;
}

function isDue(
	keys: readonly KeyLife[],
	now: number,
	{ lifetime, knownAfter }: { lifetime: number; knownAfter: number },
): boolean {
	const active = keys.find((key) => keyState(key) === "active");
	return now - (active?.activatedAt ?? now) > lifetime && now >= nextIsKnownAt(keys, knownAfter);
}
