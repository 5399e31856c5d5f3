import type { PageOf, Position } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Uses } from "../uses.ts";
import { endOpenSetupLinks, type OpenLink, pageOfOpenLinks } from "./setup-link-store.ts";

/** What an operator sees of open links, and does to them. Never what one says: it is a credential. */
export function createSetupLinkAdministration({
	opened: { reads },
	audit,
	clock,
}: Uses<"opened" | "audit" | "clock">) {
	return {
		page: (of: Pick<PageOf, "after" | "most">): Promise<{ rows: OpenLink[]; next: Position | null }> =>
			pageOfOpenLinks(reads, clock(), of),

		/** Throws not_found when no such link is open. */
		end: (id: string): Promise<void> =>
			audit.transact(async (queries, record) => {
				const [ended] = isUuid(id) ? await endOpenSetupLinks(queries, clock(), { id }) : [];
				if (ended === undefined) throw new LoginError("not_found", "There is no open link with this id.");
				await record({ event: "setup_link_ended", userId: ended.userId });
			}),
	};
}
