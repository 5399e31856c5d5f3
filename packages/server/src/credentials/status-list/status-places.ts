import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import type { Random } from "../../platform/lib/random.ts";
import type { StatusPlace } from "../session/session.ts";
import { STATUS_LIST_PLACES } from "./encode-status-list.ts";
import { closeStatusList, findOpenStatusList, insertStatusList } from "./status-list-store.ts";

/**
 * Gives each token session a place of its own: at random, so that a token does not tell how many came before it. A list
 * takes sessions for a day, or until it is so full that a free place is hard to find; then a new one begins.
 */
export interface StatusPlaces {
	/** Offers places until `take` has taken one; part of the transaction that starts the session. */
	take(queries: Queryable, take: (place: StatusPlace) => Promise<boolean>): Promise<void>;
}

export const STATUS_LIST_OPEN_FOR = 86_400_000;
/** At nine places of ten taken, this many misses are likely; below half they are hardly ever seen. */
const MISSES = 12;

export function createStatusPlaces({ clock, random }: { clock: Clock; random: Random }): StatusPlaces {
	async function open(queries: Queryable): Promise<string> {
		const id = random(9).toString("base64url");
		await insertStatusList(queries, id, clock());
		return id;
	}

	return {
		async take(queries, take) {
			let list = (await findOpenStatusList(queries, clock() - STATUS_LIST_OPEN_FOR)) ?? (await open(queries));
			for (let misses = 0; ; misses += 1) {
				if (misses === MISSES) {
					await closeStatusList(queries, list, clock());
					list = await open(queries);
				}
				const index = random(4).readUInt32BE() % STATUS_LIST_PLACES;
				if (await take({ list, index })) return;
			}
		},
	};
}
