import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import { STATUS_LIST_SIZE } from "./encode-status-list.ts";
import { closeStatusList, findOpenStatusList, insertStatusList } from "./status-list-store.ts";

/** One bit of a token status list, used by no other session. */
export interface StatusListEntry {
	list: string;
	index: number;
}

export const STATUS_LIST_OPEN_FOR = 86_400_000;
/** Some login meets this many when about 40 % of a list are taken (docs/scale.md). */
const MAX_MISSES = 12;

/**
 * Assigns a session an entry of its own, chosen at random so that a token does not reveal how many came before it. A list takes
 * sessions for a day, or until free entries are hard to find; then a new list begins. Offers entries until `take` accepts one;
 * part of the transaction that stores it.
 */
export async function assignStatusListEntry(
	queries: Queryable,
	{ clock, random }: { clock: Clock; random: Random },
	take: (entry: StatusListEntry) => Promise<boolean>,
): Promise<void> {
	async function open(): Promise<string> {
		const id = random(9).toString("base64url");
		await insertStatusList(queries, id, clock());
		return id;
	}

	let list = (await findOpenStatusList(queries, clock() - STATUS_LIST_OPEN_FOR)) ?? (await open());
	for (let misses = 0; ; misses += 1) {
		if (misses === MAX_MISSES) {
			await closeStatusList(queries, list, clock());
			list = await open();
		}
		const index = random(4).readUInt32BE() % STATUS_LIST_SIZE;
		if (await take({ list, index })) return;
	}
}
