import type { RecordEvent, Transact } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { DeploymentError } from "../deployment/deployment-error.ts";
import { findDeploymentFact, lockDeployment } from "../deployment/deployment-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Random } from "../lib/random.ts";
import type { Keyring } from "../lib/seal.ts";
import {
	insertSealingKey,
	listSealedAtRest,
	listSealingKeys,
	removeSealingKeysRetiredBefore,
	type SealingKeyRecord,
	sealingKeyState,
	updateSealingKey,
	writeSealedAtRest,
} from "./sealing-key-store.ts";
import { boxOfSealingKeys, KID_LENGTH, type SealingKeyring } from "./sealing-keyring.ts";

/** Every instance reads the keys at least this often; milliseconds. */
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
	/** next → active, active → retired, a new next; what is sealed at rest moves along. Throws SealingRotationTooEarly. */
	rotate(force?: boolean): Promise<{ active: string; retired: string[] }>;
	/** Loads the keys as they are now, rotates one whose time has come, forgets what is retired for good. */
	maintain(): Promise<void>;
}

export function createSealingKeyRotation(dependencies: {
	database: Queryable;
	transact: Transact;
	clock: Clock;
	random: Random;
	/** Of the secrets that this process knows now. */
	masters: () => Keyring[];
	keyring: SealingKeyring;
	/** Milliseconds. */
	lifetime: number;
	/** The longest life of what is sealed and handed out. */
	keptFor: number;
}): SealingKeyRotation {
	const { database, transact, clock, random, masters, keyring, lifetime, keptFor } = dependencies;

	async function add(queries: Queryable, record: RecordEvent, activatedAt: number | null): Promise<string> {
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
	}

	/** The secret may have been replaced since this process started; a key under the old one would open for nobody. */
	async function presentMaster(queries: Queryable): Promise<Keyring> {
		const fingerprint = await findDeploymentFact(queries, "secret_fingerprint");
		const found = masters().find((master) => master.fingerprint === fingerprint);
		if (found !== undefined) return found;
		throw new DeploymentError("secret_mismatch", "The secret was replaced; start anew with the new one.");
	}

	async function moveAlong(queries: Queryable): Promise<void> {
		keyring.load(await listSealingKeys(queries));
		const labels = { signing_keys: "signing key", setup_links: "setup link" } as const;
		for (const each of await listSealedAtRest(queries)) {
			const box = keyring.box(labels[each.table]);
			const plain = box.open(Buffer.from(each.sealed, "base64url"), each.id);
			if (plain === null) throw new Error(`A row of ${each.table} cannot be opened.`);
			await writeSealedAtRest(queries, { ...each, sealed: box.seal(plain, each.id).toString("base64url") });
		}
	}

	async function rotate(force = false) {
		return transact(async (queries, record) => {
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
			await moveAlong(queries);
			await record({ event: "sealing_key_rotated", detail: { kid: active, forced: force } });
			return { active, retired };
		}).catch(async (error: unknown) => {
			// What was loaded may have been rolled back.
			keyring.load(await listSealingKeys(database));
			throw error;
		});
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
			keyring.load(await listSealingKeys(database));
		},
		async maintain() {
			await transact(async (queries, record) => {
				const kids = await removeSealingKeysRetiredBefore(queries, clock() - keptFor);
				for (const kid of kids) await record({ event: "sealing_key_removed", detail: { kid } });
			});
			const keys = await listSealingKeys(database);
			keyring.load(keys);
			if (isDue(keys)) await rotate();
		},
	};
}
