import { isGroupName } from "../../../identity/user/read-profile.ts";
import { requireDescription, requireNewGroup } from "../../../operations/administration/administer-groups.ts";
import { unknownAmong, unknownGroup } from "../../../operations/administration/move-members.ts";
import { LoginError } from "../../../platform/errors.ts";
import type { Administered } from "../administered.ts";
import type { ConnectedService } from "./connect.ts";

export function groupsOf(
	{ call, each }: ConnectedService,
	{ find: findUser }: Pick<Administered["users"], "find">,
): Administered["groups"] {
	/** What is no name of a group is no part of a path either. */
	const requireName = (name: string) => {
		if (!isGroupName(name)) throw unknownGroup();
		return { name };
	};

	async function idsOf(names: readonly string[]): Promise<string[]> {
		const ids: string[] = [];
		for (const name of names) {
			const { id } = await findUser(name).catch((error: unknown) => {
				throw error instanceof LoginError ? unknownAmong(name, error) : error;
			});
			ids.push(id);
		}
		return [...new Set(ids)];
	}

	return {
		list: () => Array.fromAsync(each("GET /groups")),
		async find(name) {
			requireName(name);
			for await (const { members: _, ...group } of each("GET /groups")) {
				if (group.name !== name) continue;
				const users = await Array.fromAsync(each("GET /users", { query: { group: name } }));
				const members = users.map(({ id, username, displayName }) => ({ id, username, displayName }));
				return { ...group, members };
			}
			throw unknownGroup();
		},
		add: async (name, description) => call("POST /groups", { body: requireNewGroup(name, description) }),
		async describe(name, text) {
			const description = requireDescription(text);
			return call("PATCH /groups/{name}", { ...requireName(name), body: { description } });
		},
		async move(name, { join, leave }) {
			const of = requireName(name);
			const body = { add: await idsOf(join), remove: await idsOf(leave) };
			return call("POST /groups/{name}/members", { ...of, body });
		},
		remove: async (name) =>
			call("POST /groups/{name}/delete", { ...requireName(name), body: { confirm: name } }),
	};
}
