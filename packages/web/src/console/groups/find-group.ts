import type { GroupPage } from "@sallyport/client";
import { consoleGroupTexts } from "#texts/console-groups.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { Mistake } from "../../components/mistake.ts";
import type { Api } from "../api.ts";
import type { Desk } from "../desk.ts";

export type ListedGroup = GroupPage["groups"][number];

const OFFERED = 50;

/** By name, 200 at a time. */
async function* groupsOf(api: Api, signal?: AbortSignal): AsyncGenerator<ListedGroup> {
	let cursor: string | null = null;
	do {
		const query: { limit: string; cursor?: string } = { limit: "200", ...(cursor !== null && { cursor }) };
		const page: GroupPage = await api("GET /groups", { query, ...(signal !== undefined && { signal }) });
		yield* page.groups;
		cursor = page.next;
	} while (cursor !== null);
}

/** The first of those whose name begins so. */
export async function groupsLike(api: Api, text: string, signal?: AbortSignal): Promise<string[]> {
	const found: string[] = [];
	for await (const { name } of groupsOf(api, signal)) {
		if (name.startsWith(text)) found.push(name);
		if (found.length === OFFERED) break;
	}
	return found;
}

/** Null: there is none of that name. */
export async function findGroup(api: Api, name: string, signal: AbortSignal): Promise<ListedGroup | null> {
	for await (const group of groupsOf(api, signal)) if (group.name === name) return group;
	return null;
}

/** Names a group that can be added where it was typed. */
export class UnknownGroup extends Mistake {
	readonly group: string;
	constructor(field: string, group: string) {
		super([field], consoleUserTexts.make.unknownGroup(group));
		this.group = group;
	}
}

export const isGroupName = (text: string): boolean => /^[a-z\d][\w.:-]{0,47}$/.test(text);

/** Throws a Mistake at the field where a name was typed that no group has; an UnknownGroup, if one could have it. */
export async function requireGroups(
	{ api, read }: Desk,
	field: string,
	names: readonly string[],
): Promise<void> {
	const missing = new Set(names);
	if (missing.size === 0) return;
	await read(async () => {
		for await (const { name } of groupsOf(api)) if (missing.delete(name) && missing.size === 0) return;
	});
	for (const name of missing)
		throw isGroupName(name)
			? new UnknownGroup(field, name)
			: new Mistake([field], consoleGroupTexts.make.nameWrong);
}
