import type { ExpressionBuilder } from "kysely";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { Factor, FactorKind } from "./factor.ts";
import { listPasskeys } from "./passkey-store.ts";
import { removeRecoveryCodes } from "./recovery-code-store.ts";
import { requireNewReleases } from "./require-new-releases.ts";
import { listTotpSecrets } from "./totp-store.ts";

interface StoreOfKind {
	table: "totp_secrets" | "passkeys";
	list(queries: Queryable, userId: string): Promise<Factor[]>;
}

/** Every kind that a user may have several of. A kind that is missing here would be hidden from its user, and no operator could reset it. */
const stores: Record<FactorKind, StoreOfKind> = {
	totp: {
		table: "totp_secrets",
		async list(queries, userId) {
			const apps = await listTotpSecrets(queries, userId);
			return apps.map(({ id, name, createdAt, lastUsedAt }) => {
				return { id, kind: "totp", name, createdAt, lastUsedAt };
			});
		},
	},
	passkey: {
		table: "passkeys",
		async list(queries, userId) {
			const passkeys = await listPasskeys(queries, userId);
			return passkeys.map(({ id, name, createdAt, lastUsedAt, discoverable, backedUp }) => ({
				...{ id, kind: "passkey", name, createdAt, lastUsedAt },
				...(discoverable === null ? {} : { discoverable: discoverable === 1 }),
				backedUp: backedUp === 1,
			}));
		},
	},
};

/** Lists all factors of a user from the oldest on. */
export async function listFactors(queries: Queryable, userId: string): Promise<Factor[]> {
	const factors: Factor[] = [];
	for (const { list } of Object.values(stores)) factors.push(...(await list(queries, userId)));
	return factors.sort((one, other) => one.createdAt - other.createdAt);
}

/** False when the user has none with this id. */
export async function removeFactor(
	queries: Queryable,
	{ userId, id }: { userId: string; id: string },
): Promise<boolean> {
	for (const { table } of Object.values(stores))
		if ((await remove(queries, table, { userId, id })) === 1) return true;
	return false;
}

/** False when the user has none with this id. */
export async function renameFactor(
	queries: Queryable,
	{ userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
	for (const { table } of Object.values(stores)) {
		const { numUpdatedRows } = await queries
			.updateTable(table)
			.set({ name })
			.where("id", "=", id)
			.where("user_id", "=", userId)
			.executeTakeFirstOrThrow();
		if (numUpdatedRows === 1n) return true;
	}
	return false;
}

/**
 * Notes, under the lock of the user's row, that factors changed, and since when a login needs a second step (null: it does
 * not). False when they have changed since `unless`, or the user was disabled. Throws upgrade_in_progress when it is switched on.
 */
export async function setSecondFactor(
	queries: Queryable,
	change: { userId: string; secondFactorAt: number | null; now: number; unless: number },
): Promise<boolean> {
	if (change.secondFactorAt !== null) {
		// If it has changed since `unless`, the update below finds no row.
		const user = queries.selectFrom("users").select("second_factor_at").where("id", "=", change.userId);
		const before = await user.executeTakeFirst();
		if (before?.second_factor_at === null) await requireNewReleases(queries, change.now);
	}
	const { numUpdatedRows } = await queries
		.updateTable("users")
		.set(({ eb }) => ({
			second_factor_at: change.secondFactorAt,
			factors_changed_at: changedAt(eb, change.now),
		}))
		.where("id", "=", change.userId)
		.where("factors_changed_at", "=", change.unless)
		.where("disabled_at", "is", null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** For users of an import. Throws upgrade_in_progress. */
export async function switchOnForNewUsers(
	queries: Queryable,
	{ userIds, now }: { userIds: readonly string[]; now: number },
): Promise<void> {
	if (userIds.length === 0) return;
	await requireNewReleases(queries, now);
	await queries
		.updateTable("users")
		.set({ second_factor_at: now, factors_changed_at: now })
		.where("id", "in", userIds)
		.execute();
}

/**
 * Removes every factor of a user and switches two-step login off. Any other change of factors waits, and then fails. Returns how
 * many there were. The caller ends what rests on them.
 */
export async function removeAllFactors(
	queries: Queryable,
	{ userId, now }: { userId: string; now: number },
): Promise<number> {
	await queries
		.updateTable("users")
		.set(({ eb }) => ({ second_factor_at: null, factors_changed_at: changedAt(eb, now) }))
		.where("id", "=", userId)
		.execute();
	await removeRecoveryCodes(queries, userId);
	let removed = 0;
	for (const { table } of Object.values(stores)) removed += await remove(queries, table, { userId });
	return removed;
}

/** Removes one, or all of a user; returns how many. */
async function remove(
	queries: Queryable,
	table: StoreOfKind["table"],
	{ userId, id }: { userId: string; id?: string },
): Promise<number> {
	let removal = queries.deleteFrom(table).where("user_id", "=", userId);
	if (id !== undefined) removal = removal.where("id", "=", id);
	return Number((await removal.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Later than at any change before, even within the same millisecond. */
function changedAt(eb: ExpressionBuilder<Tables, "users">, now: number) {
	const changed = eb.case().when("factors_changed_at", ">=", now);
	return changed
		.then(eb("factors_changed_at", "+", 1))
		.else(now)
		.end();
}
