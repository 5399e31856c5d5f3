import type { User } from "../../identity/user/user.ts";
import { findUserByUsername } from "../../identity/user/user-store.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { DetailOf } from "../../platform/audit/events.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Uses } from "../uses.ts";

type Change<Result> = (user: User, queries: Queryable, record: RecordEvent) => Promise<Result>;

export type ChangeUser = ReturnType<typeof createChangeUser>;

/** What an operator does to one user: looked up by name in the transaction of the change. Throws not_found. */
export function createChangeUser({ opened: { database }, audit: { transact } }: Uses<"opened" | "audit">) {
	async function find(name: string, queries: Queryable = database): Promise<User> {
		const username = canonicalUsername(name);
		const user = username === null ? null : await findUserByUsername(queries, username);
		if (user === null) throw unknownUser();
		return user;
	}

	const change = <Result>(name: string, work: Change<Result>) =>
		transact(async (queries, record) => work(await find(name, queries), queries, record));

	const update = <Result>(name: string, detail: DetailOf<"user_updated">, work: Change<Result>) =>
		change(name, async (user, queries, record) => {
			await record({ event: "user_updated", userId: user.id, detail });
			return work(user, queries, record);
		});

	return { find: (name: string) => find(name), change, update };
}

/** Throws validation_failed: a service account has keys, no password, and no rights of an admin. */
export function requirePerson({ kind }: Pick<User, "kind">): void {
	if (kind === "person") return;
	throw new LoginError("validation_failed", "A service account has access keys only, and is no admin.");
}

export function unknownUser(): LoginError {
	return new LoginError("not_found", "There is no user of this name.");
}
