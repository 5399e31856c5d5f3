import { type Insertable, type Selection, sql } from "kysely";
import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { UserTable } from "../../platform/database/tables-of-users.ts";
import { profileColumns, readStored, storeProfile } from "./profile.ts";
import type { LoginWindow, NewUser, User } from "./user.ts";

export function loginWindow(
	row: Pick<UserTable, "login_window_started_at" | "logins_in_window">,
): LoginWindow {
	return { startedAt: row.login_window_started_at, count: row.logins_in_window ?? 0 };
}

function toRow(user: NewUser): Insertable<UserTable> {
	return {
		id: user.id,
		username: user.username,
		account_kind: user.kind,
		...storeProfile(user),
		role: user.role,
		password_hash: user.passwordHash,
		password_changed_at: user.passwordChangedAt,
		created_at: user.createdAt,
		last_login_at: user.lastLoginAt,
		last_login_address: user.lastLoginAddress,
		disabled_at: user.disabledAt,
	};
}

/** Listed, never `*`: so PostgreSQL can keep the statement prepared (database/compile-once.ts). */
export const userColumns = [
	"id",
	"username",
	"account_kind as kind",
	...profileColumns,
	"version",
	"role",
	"password_hash as passwordHash",
	"password_changed_at as passwordChangedAt",
	"created_at as createdAt",
	"last_login_at as lastLoginAt",
	"last_login_address as lastLoginAddress",
	"disabled_at as disabledAt",
	"second_factor_at as secondFactorAt",
	"second_factor_due_at as secondFactorDueAt",
	"factors_changed_at as factorsChangedAt",
	"login_window_started_at",
	"logins_in_window",
] as const;

type SelectedUser = Selection<Tables, "users", (typeof userColumns)[number]>;

export function toUser({ login_window_started_at, logins_in_window, ...user }: SelectedUser): User {
	return { ...readStored(user), loginWindow: loginWindow({ login_window_started_at, logins_in_window }) };
}

function findUserBy(column: "id" | "username") {
	const select = compileNamed<SelectedUser, { value: string }>((queries, { value }) =>
		queries.selectFrom("users").select(userColumns).where(column, "=", value),
	);
	return async (queries: Queryable, value: string): Promise<User | null> => {
		const [row] = await select(queries, { value });
		return row === undefined ? null : toUser(row);
	};
}

export const findUserByUsername = findUserBy("username");
export const findUserById = findUserBy("id");

const lockById = compileNamed<SelectedUser, { id: string }>((queries, { id }) =>
	queries
		.updateTable("users")
		.set(({ ref }) => ({ role: ref("role") }))
		.where("id", "=", id)
		.returning(userColumns),
);

/** Locks the row until the transaction ends. */
export async function lockUser(queries: Queryable, id: string): Promise<User | null> {
	const [row] = await lockById(queries, { id });
	return row === undefined ? null : toUser(row);
}

/** Under their row locks, so that no two transactions each count on the other's admin. */
export async function lockAdmins(queries: Queryable): Promise<User[]> {
	const lock = queries.updateTable("users").set(({ ref }) => ({ role: ref("role") }));
	return (await lock.where("role", "=", "admin").returning(userColumns).execute()).map(toUser);
}

/** Some admin among these users; null: none is one. */
export async function findAdminAmong(
	queries: Queryable,
	ids: readonly string[],
): Promise<Pick<User, "role"> | null> {
	if (ids.length === 0) return null;
	const admins = queries
		.selectFrom("users")
		.select("role")
		.where("id", "in", ids)
		.where("role", "=", "admin");
	return (await admins.limit(1).executeTakeFirst()) ?? null;
}

export async function hasUsers(queries: Queryable): Promise<boolean> {
	return (await queries.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Whether any user has set a password. Looks at one row if so, however many users there are. */
export async function hasPasswords(queries: Queryable): Promise<boolean> {
	const query = queries.selectFrom("users").select("id").where("password_hash", "is not", null).limit(1);
	return (await query.executeTakeFirst()) !== undefined;
}

export async function insertUser(queries: Queryable, user: NewUser): Promise<void> {
	await queries.insertInto("users").values(toRow(user)).execute();
}

/** Inserts, in one statement, those whose usernames are free; resolves to their ids. */
export async function insertUsersIfFree(queries: Queryable, users: readonly NewUser[]): Promise<Set<string>> {
	if (users.length === 0) return new Set();
	const inserted = await queries
		.insertInto("users")
		.values(users.map(toRow))
		.onConflict((conflict) => conflict.column("username").doNothing())
		.returning("id")
		.execute();
	return new Set(inserted.map(({ id }) => id));
}

/** Makes PostgreSQL replan look-ups that it planned when there were few users: it would read them all. */
export async function analyzeUsers(queries: Queryable): Promise<void> {
	await sql`analyze "users"`.execute(queries);
}

/** Finds which of the usernames are in the table. */
export async function findTakenUsernames(
	queries: Queryable,
	usernames: readonly string[],
): Promise<Set<string>> {
	if (usernames.length === 0) return new Set();
	const rows = await queries
		.selectFrom("users")
		.select("username")
		.where("username", "in", usernames)
		.execute();
	return new Set(rows.map(({ username }) => username));
}

/** Finds which of the external ids belong to a user. */
export async function findTakenExternalIds(queries: Queryable, ids: readonly string[]): Promise<Set<string>> {
	if (ids.length === 0) return new Set();
	const query = queries.selectFrom("users").select("external_id").where("external_id", "in", ids);
	return new Set((await query.execute()).map(({ external_id }) => external_id ?? ""));
}

/** Removes a password, or sets one. `expectedHash` makes a parallel change win over this one, `whileEnabled` a parallel disable. */
export async function setPasswordHash(
	queries: Queryable,
	change: {
		id: string;
		passwordHash: string | null;
		now: number;
		expectedHash?: string;
		whileEnabled?: boolean;
	},
): Promise<boolean> {
	let update = queries
		.updateTable("users")
		.set(({ eb, ref }) => ({
			password_hash: change.passwordHash,
			password_changed_at:
				change.passwordHash === null
					? eb
							.case()
							.when("password_hash", "is", null)
							.then(ref("password_changed_at"))
							.else(change.now)
							.end()
					: change.now,
		}))
		.where("id", "=", change.id);
	if (change.expectedHash !== undefined) update = update.where("password_hash", "=", change.expectedHash);
	if (change.whileEnabled === true) update = update.where("disabled_at", "is", null);
	return (await update.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}

export async function setDisabled(queries: Queryable, id: string, disabledAt: number | null): Promise<void> {
	await queries
		.updateTable("users")
		.set(({ eb, ref }) => ({
			disabled_at: disabledAt,
			version: eb("version", "+", 1),
			// Enabled again, the user trusts no device any more.
			factors_changed_at: disabledAt === null ? ref("factors_changed_at") : eb("factors_changed_at", "+", 1),
		}))
		.where("id", "=", id)
		.execute();
}

export async function deleteUser(queries: Queryable, id: string): Promise<void> {
	await queries.deleteFrom("users").where("id", "=", id).execute();
}
