import type { ExpressionBuilder, UpdateQueryBuilder, UpdateResult } from "kysely";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import { type RecentLogins, recentLogins } from "./user-store.ts";

interface LoginWindow {
	now: number;
	/** Milliseconds. */
	window: number;
}

/** Adds one correct password to the open window, or opens a new one. */
function countOnce({ now, window }: LoginWindow) {
	return ({ eb, and, ref }: ExpressionBuilder<Tables, "users">) => {
		const isOpen = and([
			eb("login_window_started_at", ">", now - window),
			// A window further ahead was opened by a wrong clock.
			eb("login_window_started_at", "<=", now + window),
		]);
		return {
			login_window_started_at: eb.case().when(isOpen).then(ref("login_window_started_at")).else(now).end(),
			logins_in_window: eb
				.case()
				.when(isOpen)
				.then(eb("logins_in_window", "+", 1))
				.else(1)
				.end(),
		};
	};
}

async function execute(
	query: UpdateQueryBuilder<Tables, "users", "users", UpdateResult>,
): Promise<RecentLogins | null> {
	const row = await query.returning(["login_window_started_at", "logins_in_window"]).executeTakeFirst();
	return row === undefined ? null : recentLogins(row);
}

/** Counts a password that was confirmed within a session as a login. */
export async function countConfirmation(
	queries: Queryable,
	{ id, ...at }: LoginWindow & { id: string },
): Promise<RecentLogins | null> {
	return execute(queries.updateTable("users").set(countOnce(at)).where("id", "=", id));
}

/**
 * Confirms, under the row lock, that the verified password is still in force and the user is not disabled. Null if either
 * changed meanwhile; a later change waits for this transaction. A hash that another login upgraded meanwhile is of the same
 * password if it was set at the same time. Counts the login under the same lock, so the count is exact across instances.
 */
export async function confirmLogin(
	queries: Queryable,
	user: LoginWindow & {
		id: string;
		passwordHash: string;
		passwordChangedAt: number | null;
		upgradedHash: string | null;
		address: string;
	},
): Promise<RecentLogins | null> {
	const { passwordHash, passwordChangedAt, upgradedHash, now, window } = user;
	const confirm = queries
		.updateTable("users")
		.set((expressions) => ({
			...countOnce({ now, window })(expressions),
			last_login_at: now,
			last_login_address: user.address,
			password_hash: expressions.eb
				.case()
				.when("password_hash", "=", passwordHash)
				.then(upgradedHash ?? passwordHash)
				.else(expressions.ref("password_hash"))
				.end(),
		}))
		.where("id", "=", user.id)
		.where(({ eb, and, or }) =>
			or([
				eb("password_hash", "=", passwordHash),
				and([eb("password_hash", "is not", null), eb("password_changed_at", "=", passwordChangedAt)]),
			]),
		)
		.where("disabled_at", "is", null);
	return execute(confirm);
}

/** For logins that verify no password: those by a setup link. */
export async function noteLogin(
	queries: Queryable,
	login: { id: string; now: number; address: string },
): Promise<void> {
	await queries
		.updateTable("users")
		.set({ last_login_at: login.now, last_login_address: login.address })
		.where("id", "=", login.id)
		.execute();
}
