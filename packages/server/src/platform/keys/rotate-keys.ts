import type { RecordEvent, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import type { Clock } from "../lib/clock.ts";
import { lockDeployment } from "./deployment-store.ts";
import { type KeyLife, keyState } from "./key-state.ts";

/** Written out, so that a search for an event finds where it is recorded. */
const events = {
	signing_key: { rotated: "signing_key_rotated", removed: "signing_key_removed" },
	sealing_key: { rotated: "sealing_key_rotated", removed: "sealing_key_removed" },
} as const;

type Kind = keyof typeof events;

export class RotationTooEarly extends Error {
	readonly kind: Kind;
	/** Milliseconds since the epoch. */
	readonly readyAt: number;
	constructor(kind: Kind, readyAt: number) {
		super("The next key is too new to be known everywhere.");
		this.kind = kind;
		this.readyAt = readyAt;
	}
}

export interface KeyRotation {
	/** At each start: makes an active and a next key if there are none. Safe when several instances start at once. */
	ensure(): Promise<void>;
	/** next → active, active → retired, a new next. Throws RotationTooEarly unless `force`. */
	rotate(force?: boolean): Promise<{ active: string; retired: string[] }>;
	/** Rotates a key whose time has come, and removes what is retired for good. */
	maintain(): Promise<void>;
}

/** The life of keys of one kind. */
export function createKeyRotation(dependencies: {
	kind: Kind;
	clock: Clock;
	transact: Transact;
	list: (queries: Queryable) => Promise<KeyLife[]>;
	/** Makes a key and returns its kid. */
	add: (queries: Queryable, record: RecordEvent, activatedAt: number | null) => Promise<string>;
	update: (
		queries: Queryable,
		kid: string,
		change: { activated_at: number } | { retired_at: number },
	) => Promise<void>;
	removeRetiredBefore: (queries: Queryable, time: number) => Promise<string[]>;
	/** Milliseconds, as all of these. */
	lifetime: number;
	/** A key is known everywhere when it is so old. */
	knownAfter: number;
	/** A retired key is kept for so long. */
	keptFor: number;
	/** Part of the transaction that rotates. */
	rotated?: (queries: Queryable, record: RecordEvent, now: number) => Promise<void>;
	/** After each transaction that may have changed the keys. */
	committed?: () => Promise<void>;
}): KeyRotation {
	const { kind, clock, transact, list, add, update, removeRetiredBefore } = dependencies;
	const { lifetime, knownAfter, keptFor, rotated, committed = async () => {} } = dependencies;

	async function rotate(force = false) {
		const outcome = await transact(async (queries, record) => {
			await lockDeployment(queries);
			const now = clock();
			const keys = await list(queries);
			const next = keys.find((key) => keyState(key) === "next");
			if (next !== undefined && !force && now < next.createdAt + knownAfter)
				throw new RotationTooEarly(kind, next.createdAt + knownAfter);
			const retired = keys.filter((key) => keyState(key) === "active").map(({ kid }) => kid);
			for (const kid of retired) await update(queries, kid, { retired_at: now });
			const active = next?.kid ?? (await add(queries, record, now));
			if (next !== undefined) await update(queries, active, { activated_at: now });
			await add(queries, record, null);
			await rotated?.(queries, record, now);
			await record({ event: events[kind].rotated, detail: { kid: active, forced: force } });
			return { active, retired };
		});
		await committed();
		return outcome;
	}

	function isDue(keys: readonly KeyLife[]): boolean {
		const [active, next] = (["active", "next"] as const).map((state) =>
			keys.find((key) => keyState(key) === state),
		);
		const now = clock();
		return now - (active?.activatedAt ?? now) > lifetime && now >= (next?.createdAt ?? 0) + knownAfter;
	}

	return {
		rotate,
		async ensure() {
			await transact(async (queries, record) => {
				await lockDeployment(queries);
				if ((await list(queries)).length > 0) return;
				await add(queries, record, clock());
				await add(queries, record, null);
			});
			await committed();
		},
		async maintain() {
			const keys = await transact(async (queries, record) => {
				for (const kid of await removeRetiredBefore(queries, clock() - keptFor))
					await record({ event: events[kind].removed, detail: { kid } });
				return list(queries);
			});
			await committed();
			if (isDue(keys)) await rotate();
		},
	};
}
