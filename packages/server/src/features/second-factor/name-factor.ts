import type { Identity } from "../../identity/create-identity.ts";
import { listFactors, renameFactor } from "../../identity/factor/factor-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { unknownFactor } from "./change-factors.ts";

/** Renames one of the user's own factors. No event records it. */
export function createNameFactor({ audit, opened: { reads } }: Platform, { countOwnChange }: Identity) {
	/** Throws not_found, rate_limited. */
	return async function nameFactor(factor: { userId: string; id: string; name: string }): Promise<void> {
		const present = (await listFactors(reads, factor.userId)).find(({ id }) => id === factor.id);
		if (present === undefined) throw unknownFactor();
		if (present.name === factor.name) return;
		await audit.transact(async (queries) => {
			await countOwnChange(queries, factor.userId);
			if (!(await renameFactor(queries, factor))) throw unknownFactor();
		});
	};
}
