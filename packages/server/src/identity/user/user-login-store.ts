import type { ExpressionBuilder, Selection } from "kysely";
import { compileOnce } from "../../platform/database/compile-once.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { UserTable } from "../../platform/database/tables-of-users.ts";
import { type Profile, profileColumns, readStored } from "./profile.ts";
import type { RecentLogins, User } from "./user.ts";
import { recentLogins } from "./user-store.ts";

interface LoginWindow {
	now: number;
	/** Milliseconds. */
	window: number;
}

const counted = ["login_window_started_at", "logins_in_window"] as const;
type Counted = Pick<UserTable, (typeof counted)[number]>;

/** Adds one correct password to the open window, or opens a new one. Its values: `countingAt`. */
function countOnce({ eb, and, ref, val }: ExpressionBuilder<Tables, "users">) {
	const isOpen = and([
		eb("login_window_started_at", ">", 0),
		// A window further ahead was opened by a wrong clock.
		eb("login_window_started_at", "<=", 0),
	]);
	return {
		// `val`: Kysely writes other numbers into the text, and each login would be a new statement.
		login_window_started_at: eb.case().when(isOpen).then(ref("login_window_started_at")).else(val(0)).end(),
		logins_in_window: eb
			.case()
			.when(isOpen)
			.then(eb("logins_in_window", "+", val(1)))
			.else(val(1))
			.end(),
	};
}

function countingAt({ now, window }: LoginWindow, by = 1): number[] {
	const opened = [now - window, now + window];
	return [...opened, now, ...opened, by, by];
}

function toRecentLogins([row]: Counted[]): RecentLogins | null {
	return row === undefined ? null : recentLogins(row);
}

const countById = compileOnce<Counted>((queries) =>
	queries.updateTable("users").set(countOnce).where("id", "=", "").returning(counted),
);

/** Counts an action within a session that costs `hashes` hashes as that many logins. */
export async function countConfirmation(
	queries: Queryable,
	{ id, hashes = 1, ...at }: LoginWindow & { id: string; hashes?: number },
): Promise<RecentLogins | null> {
	return toRecentLogins(await countById(queries, [...countingAt(at, hashes), id]));
}

const confirmed = [...counted, ...profileColumns, "role"] as const;

const confirm = compileOnce<Selection<Tables, "users", (typeof confirmed)[number]>>((queries) =>
	queries
		.updateTable("users")
		.set((expressions) => ({
			...countOnce(expressions),
			last_login_at: 0,
			last_login_address: "",
			password_hash: expressions.eb
				.case()
				.when("password_hash", "=", "")
				.then("")
				.else(expressions.ref("password_hash"))
				.end(),
		}))
		.where("id", "=", "")
		.where(({ eb, and, or }) =>
			or([
				eb("password_hash", "=", ""),
				and([eb("password_hash", "is not", null), eb("password_changed_at", "=", 0)]),
			]),
		)
		.where("factors_changed_at", "=", 0)
		.where("disabled_at", "is", null)
		.returning(confirmed),
);

/**
 * Confirms, under the row lock, that the verified password and the factors are still in force and the user is not disabled. Null
 * if one of them changed meanwhile; a later change waits for this transaction. A hash that another login upgraded meanwhile is
 * of the same password if it was set at the same time. Counts the login under the same lock, so the count is exact across
 * instances. Resolves also with what tokens say of the user: a role or a group that was taken away meanwhile ended no session of
 * this login.
 */
export async function confirmLogin(
	queries: Queryable,
	user: LoginWindow & {
		id: string;
		passwordHash: string;
		passwordChangedAt: number | null;
		factorsChangedAt: number;
		upgradedHash: string | null;
		address: string;
	},
): Promise<{ recentLogins: RecentLogins; present: Profile & Pick<User, "role"> } | null> {
	const { id, now, address, passwordHash, passwordChangedAt, factorsChangedAt, upgradedHash } = user;
	const set = [...countingAt(user), now, address, passwordHash, upgradedHash ?? passwordHash];
	const [row] = await confirm(queries, [...set, id, passwordHash, passwordChangedAt, factorsChangedAt]);
	if (row === undefined) return null;
	const { login_window_started_at, logins_in_window, ...present } = row;
	return {
		recentLogins: recentLogins({ login_window_started_at, logins_in_window }),
		present: readStored(present),
	};
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

/** Until when the user may go on without a second factor. */
export async function setSecondFactorDue(
	queries: Queryable,
	{ id, dueAt }: { id: string; dueAt: number | null },
): Promise<void> {
	await queries.updateTable("users").set({ second_factor_due_at: dueAt }).where("id", "=", id).execute();
}

/** Replaces a hash by one of the same password, unless another one is in force by now. */
export async function upgradeHash(
	queries: Queryable,
	{ id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
	await queries
		.updateTable("users")
		.set({ password_hash: to })
		.where("id", "=", id)
		.where("password_hash", "=", from)
		.execute();
}
