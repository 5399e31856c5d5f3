import { lockUser } from "../../identity/user/user-store.ts";
import type { Page, PageOf } from "../../platform/database/keyset-page.ts";
import { LoginError } from "../../platform/errors.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { requireInReach } from "../administration/change-user.ts";
import { requireAnAdmin } from "../administration/keep-an-admin.ts";
import { endOpenSetupLinks, findOpenLink, type OpenLink, pageOfOpenLinks } from "./setup-link-store.ts";

/** What an operator sees of open links, and does to them. Never what one says: it is a credential. */
export function createSetupLinkAdministration({ opened: { reads }, audit, clock }: Platform) {
	return {
		page: (of: PageOf): Promise<Page<OpenLink>> => pageOfOpenLinks(reads, clock(), of),

		/** Throws not_found when no such link is open, last_admin where no admin could log in then. */
		end: (id: string): Promise<void> =>
			audit.transact(async (queries, record) => {
				const link = isUuid(id) ? await findOpenLink(queries, id, clock()) : null;
				// The user first, as everywhere: two that wait for each other would be a deadlock.
				const user = link === null ? null : await lockUser(queries, link.userId);
				const [ended] = user === null ? [] : await endOpenSetupLinks(queries, clock(), { id });
				if (ended === undefined || user === null)
					throw new LoginError("not_found", "There is no open link with this id.");
				requireInReach(user, audit.actor);
				if (user.role === "admin" && user.passwordHash === null) await requireAnAdmin(queries, clock());
				await record({ event: "setup_link_ended", userId: ended.userId });
			}),
	};
}
