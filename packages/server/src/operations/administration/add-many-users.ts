import { canonicalUsername } from "../../identity/user/username.ts";
import { Undone } from "../../platform/audit/undone.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import type { UserAdministration } from "./administer-users.ts";

type NewUser = Omit<Parameters<UserAdministration["add"]>[0], "passwordHash">;

interface AddedRow {
	/** null: refused, or only tried out. */
	id: string | null;
	/** null: nothing is wrong. */
	refusal: LoginError | null;
}

/**
 * Adds users, each as one would be added, in a transaction of its own: what is wrong with one leaves the others added. Anything but a
 * refusal ends it where it is; done once more, it refuses the names that it has added and adds the rest.
 */
export function createAddManyUsers({ users }: { users: Pick<UserAdministration, "add"> }) {
	/** A row that was refused already stays so. Tried out by an actor whose transactions are undone, nothing is stored. */
	return async function addMany(rows: ReadonlyArray<NewUser | LoginError>): Promise<AddedRow[]> {
		const seen = createSeen();
		const results: AddedRow[] = [];
		for (const [at, row] of rows.entries())
			try {
				if (row instanceof LoginError) throw row;
				seen.requireNew(row);
				const { user } = await users.add({ ...row, passwordHash: null });
				seen.note(row, at);
				results.push({ id: user.id, refusal: null });
			} catch (error) {
				if (error instanceof Undone) {
					seen.note(row as NewUser, at);
					results.push({ id: null, refusal: null });
				} else if (error instanceof LoginError) results.push({ id: null, refusal: error });
				else throw error;
			}
		return results;
	};
}

/** Within one list: when it is tried out, no row is stored that the database could refuse another one for. */
function createSeen() {
	const seen = new Map<string, number>();
	const keysOf = ({ name, id, profile = {} }: NewUser) => {
		const { externalId } = profile as { externalId?: string | null };
		const members = { username: canonicalUsername(name) ?? name, id, externalId };
		return Object.entries(members).filter(([, value]) => value != null);
	};
	return {
		/** Throws validation_failed. */
		requireNew(row: NewUser): void {
			for (const [member, value] of keysOf(row)) {
				const earlier = seen.get(`${member} ${value}`);
				if (earlier !== undefined)
					throw invalid(`/${member}`, "repeated", `${member} is that of row ${earlier + 1}.`);
			}
		},
		note(row: NewUser, at: number): void {
			for (const [member, value] of keysOf(row)) seen.set(`${member} ${value}`, at);
		},
	};
}
