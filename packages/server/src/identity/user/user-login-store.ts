import type { ExpressionBuilder, Selection } from "kysely";
import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import type { UserTable } from "../../platform/database/tables-of-users.ts";
import { type Profile, profileColumns, readStored } from "./profile.ts";
import type { LoginWindow, User } from "./user.ts";
import { loginWindow } from "./user-store.ts";

interface At {
	now: number;
	/** Milliseconds. */
	window: number;
}

const counted = ["login_window_started_at", "logins_in_window"] as const;
type Counted = Pick<UserTable, (typeof counted)[number]>;

interface Counting {
	now: number;
	/** A window that began before is over. */
	since: number;
	/** A window that began later was opened by a wrong clock. */
	until: number;
	/** How many logins this one counts as. */
	by: number;
}

const countingAt = ({ now, window }: At, by = 1): Counting => {
	return { now, since: now - window, until: now + window, by };
};

/** Adds correct passwords to the open window, or opens a new one. */
function count(
	{ eb, and, ref, val }: ExpressionBuilder<Tables, "users">,
	{ now, since, until, by }: Counting,
) {
	const isOpen = and([eb("login_window_started_at", ">", since), eb("login_window_started_at", "<=", until)]);
	return {
		login_window_started_at: eb.case().when(isOpen).then(ref("login_window_started_at")).else(val(now)).end(),
		logins_in_window: eb
			.case()
			.when(isOpen)
			.then(eb("logins_in_window", "+", val(by)))
			.else(val(by))
			.end(),
	};
}

function windowOf([row]: Counted[]): LoginWindow | null {
	return row === undefined ? null : loginWindow(row);
}

const countById = compileNamed<Counted, Counting & { id: string }>((queries, values) =>
	queries
		.updateTable("users")
		.set((expressions) => count(expressions, values))
		.where("id", "=", values.id)
		.returning(counted),
);

/** Counts an action within a session that costs `hashes` hashes as that many logins. */
export async function countConfirmation(
	queries: Queryable,
	{ id, hashes = 1, ...at }: At & { id: string; hashes?: number },
): Promise<LoginWindow | null> {
	return windowOf(await countById(queries, { ...countingAt(at, hashes), id }));
}

const confirmed = [...counted, ...profileColumns, "role"] as const;

interface Confirming extends Counting {
	id: string;
	address: string;
	passwordHash: string;
	passwordChangedAt: number | null;
	factorsChangedAt: number;
	/** The hash of the same password from now on. */
	newHash: string;
}

const confirm = compileNamed<Selection<Tables, "users", (typeof confirmed)[number]>, Confirming>(
	(queries, values) =>
		queries
			.updateTable("users")
			.set((expressions) => ({
				...count(expressions, values),
				last_login_at: values.now,
				last_login_address: values.address,
				password_hash: expressions.eb
					.case()
					.when("password_hash", "=", values.passwordHash)
					.then(values.newHash)
					.else(expressions.ref("password_hash"))
					.end(),
			}))
			.where("id", "=", values.id)
			.where(({ eb, and, or }) =>
				or([
					eb("password_hash", "=", values.passwordHash),
					and([
						eb("password_hash", "is not", null),
						eb("password_changed_at", "=", values.passwordChangedAt),
					]),
				]),
			)
			.where("factors_changed_at", "=", values.factorsChangedAt)
			.where("disabled_at", "is", null)
			.returning(confirmed),
);

/**
 * Confirms, under the row lock, that the verified password and the factors are still in force and the user is not disabled. Null
 * if one of them has changed since; a later change waits for this transaction. A hash that another login has upgraded since is
 * of the same password if it was set at the same time. Counts the login under the same lock, so the count is exact across
 * instances. Resolves also with what tokens say of the user: a role or a group that was taken away since then ended no session of
 * this login.
 */
export async function confirmLogin(
	queries: Queryable,
	user: At & {
		id: string;
		passwordHash: string;
		passwordChangedAt: number | null;
		factorsChangedAt: number;
		upgradedHash: string | null;
		address: string;
	},
): Promise<{ loginWindow: LoginWindow; current: Profile & Pick<User, "role"> } | null> {
	const newHash = user.upgradedHash ?? user.passwordHash;
	const [row] = await confirm(queries, { ...user, ...countingAt(user), newHash });
	if (row === undefined) return null;
	const { login_window_started_at, logins_in_window, ...current } = row;
	return {
		loginWindow: loginWindow({ login_window_started_at, logins_in_window }),
		current: readStored(current),
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

/** Until when the user may continue without a second factor. */
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
