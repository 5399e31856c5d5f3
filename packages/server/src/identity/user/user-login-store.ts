import type { ExpressionBuilder } from "kysely";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import { type RecentLogins, recentLogins } from "./user-store.ts";

interface LoginWindow {
	now: number;
	/** Milliseconds. */
	window: number;
}

/** One more password that was right, in the window that is open, or in a new one. */
function countedOnce({ now, window }: LoginWindow) {
	return ({ eb, and, ref }: ExpressionBuilder<Tables, "users">) => {
		const isOpen = and([
			eb("login_window_started_at", ">", now - window),
			// Further ahead, a wrong clock has opened it.
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

/** Counts a password that was confirmed within a session, among the logins. */
export async function countConfirmation(
	queries: Queryable,
	{ id, ...at }: LoginWindow & { id: string },
): Promise<RecentLogins | null> {
	const row = await queries
		.updateTable("users")
		.set(countedOnce(at))
		.where("id", "=", id)
		.returning(["login_window_started_at", "logins_in_window"])
		.executeTakeFirst();
	return row === undefined ? null : recentLogins(row);
}

/**
 * Confirms, under the lock of the row, that the user is still the one whose password was verified: same password, not
 * disabled. A password change or disable in between makes it null; one that comes later waits for this transaction. A hash
 * that another login has upgraded in between is of the same password, since that was set at the same time. Counts the login
 * among those of the same window, so that the count is exact over all instances.
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
	const row = await queries
		.updateTable("users")
		.set((expressions) => ({
			...countedOnce({ now, window })(expressions),
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
		.where("disabled_at", "is", null)
		.returning(["login_window_started_at", "logins_in_window"])
		.executeTakeFirst();
	return row === undefined ? null : recentLogins(row);
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
