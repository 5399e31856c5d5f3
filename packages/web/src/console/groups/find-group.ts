import type { GroupPage } from "@sallyport/client";
import type { Api } from "../api.ts";

export type ListedGroup = GroupPage["groups"][number];

/** Null: there is none of that name. Groups are listed by name, 200 at a time. */
export async function findGroup(api: Api, name: string, signal: AbortSignal): Promise<ListedGroup | null> {
	let cursor: string | null = null;
	do {
		const query: { limit: string; cursor?: string } = { limit: "200", ...(cursor !== null && { cursor }) };
		const page: GroupPage = await api("GET /groups", { query, signal });
		const found = page.groups.find((each) => each.name === name);
		if (found !== undefined) return found;
		cursor = page.next;
	} while (cursor !== null);
	return null;
}
