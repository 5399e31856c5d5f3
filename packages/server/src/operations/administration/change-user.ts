import type { User } from "../../identity/user/user.ts";
import { findUserById, findUserByUsername, lockUser } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { Actor, RecordEvent } from "../../platform/audit/audit.ts";
import type { DetailOf } from "../../platform/audit/events.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";

type Change<Result> = (user: User, queries: Queryable, record: RecordEvent) => Promise<Result>;

/** A user, by name or by id; with the version that the user must still have, if it matters. */
export type Which = string | { id: string; version?: number | undefined };

export type ChangeUser = ReturnType<typeof createChangeUser>;

/** What an operator does to one user, who is looked up in the transaction of the change. Throws not_found, precondition_failed. */
export function createChangeUser({ opened: { database }, audit }: Platform) {
	async function find(which: Which, queries: Queryable = database): Promise<User> {
		const user = await (typeof which === "string" ? findByName(queries, which) : findById(queries, which.id));
		if (user === null) throw unknownUser(which);
		return user;
	}

	const change = <Result>(which: Which, work: Change<Result>) =>
		audit.transact(async (queries, record) => {
			const user = await find(which, queries);
			requireInReach(user, audit.actor);
			if (typeof which !== "string") await requireVersion(queries, which);
			const done = await work(user, queries, record);
			// The user may have become an admin since: what a key has done to one is undone.
			await requireStillInReach(queries, user.id, audit.actor);
			return done;
		});

	const update = <Result>(which: Which, detail: DetailOf<"user_updated">, work: Change<Result>) =>
		change(which, async (user, queries, record) => {
			await record({ event: "user_updated", userId: user.id, detail });
			return work(user, queries, record);
		});

	return { find, change, update };
}

async function findByName(queries: Queryable, name: string): Promise<User | null> {
	const username = canonicalUsername(name);
	return username === null ? null : findUserByUsername(queries, username);
}

async function findById(queries: Queryable, id: string): Promise<User | null> {
	return isUuid(id) ? findUserById(queries, id) : null;
}

/** Under the lock of the row. */
async function requireVersion(queries: Queryable, { id, version }: Exclude<Which, string>): Promise<void> {
	if (version === undefined) return;
	const locked = await lockUser(queries, id);
	if (locked?.version !== version) throw new LoginError("precondition_failed");
}

/** No key, whatever its scopes, reaches those who give keys. Throws forbidden. */
export function requireInReach({ role }: Pick<User, "role">, actor: Actor | null): void {
	if (actor?.kind === "service" && role === "admin")
		throw new LoginError("forbidden", "No access key changes an admin, or makes one.");
}

/** Of a key, under the lock of the row: the user may become an admin at that moment. Throws forbidden. */
export async function requireStillInReach(
	queries: Queryable,
	id: string,
	actor: Actor | null,
): Promise<void> {
	if (actor?.kind !== "service") return;
	const locked = await lockUser(queries, id);
	if (locked !== null) requireInReach(locked, actor);
}

/** Only the command line takes the login of the one who acts. Throws own_account. */
export function requireOtherAccount({ id }: Pick<User, "id">, actor: Actor | null): void {
	const own = actor?.kind === "admin" ? actor.id : actor?.accountId;
	if (own === id) throw new LoginError("own_account");
}

/** Throws validation_failed: a service account has keys, no password, and no rights of an admin. */
export function requirePerson({ kind }: Pick<User, "kind">): void {
	if (kind === "person") return;
	throw new LoginError("validation_failed", "A service account has access keys only, and is no admin.");
}

export function unknownUser(which: Which = ""): LoginError {
	const by = typeof which === "string" ? "of this name" : "with this id";
	return new LoginError("not_found", { missing: "user", message: `There is no user ${by}.` });
}
