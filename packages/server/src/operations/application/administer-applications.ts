import { pageOfConsents } from "../../identity/application/client-page-store.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { PageOf } from "../../platform/database/keyset-page.ts";
import type { Platform } from "../../platform/platform.ts";
import { createChangeUser, type Which } from "../administration/change-user.ts";
import { createAddClient } from "./add-client.ts";
import { createSecretAdministration } from "./administer-secrets.ts";
import { createChangeClient } from "./change-client.ts";
import { createEndAccessOfUser } from "./end-access-of-user.ts";
import { loadTemplates } from "./fill-template.ts";
import { createFindClients } from "./find-clients.ts";
import { listOwnApplications, pageOfOwnApplications } from "./own-application-store.ts";

/** Applications that users log in to: what an operator may do to them. */
export function createApplicationAdministration(uses: Platform) {
	const { opened, clock } = uses;
	const { database } = opened;
	const { find: findUser, change: changeUser } = createChangeUser(uses);
	const endAccess = createEndAccessOfUser(uses);
	const found = createFindClients(uses);
	const secrets = createSecretAdministration(uses);

	return {
		...found,
		...createChangeClient(uses),
		add: createAddClient(uses),
		findSecret: secrets.find,
		addSecret: secrets.add,
		endSecret: secrets.end,
		templates: async () => (await loadTemplates()).templates,

		/** Users who let it know them, by id. Throws not_found. */
		async pageOfUsers(id: string, of: PageOf) {
			await found.find(id);
			return pageOfConsents(database, id, of);
		},

		/** Applications that a user lets know them, is logged in to, or has left connected; by id. Throws not_found. */
		async pageOfUser(which: Which, of: PageOf) {
			const { id: userId } = await findUser(which);
			return pageOfOwnApplications(database, { userId, now: clock() }, of);
		},

		/** All of them. Throws not_found. */
		async listOfUser(which: Which) {
			const { id } = await findUser(which);
			return (await listOwnApplications(database, id, clock())).toSorted((one, other) =>
				one.id < other.id ? -1 : 1,
			);
		},

		/** Of one user, as the user can on the account page. `ended`: in how many sessions it was logged in to. Throws not_found. */
		endOfUser: (which: Which, clientId: string) =>
			changeUser(which, async ({ id: userId }, queries, record) => {
				await lockUser(queries, userId);
				const ended = await endAccess(queries, { userId, clientId });
				const detail = { client: clientId, sessions: ended };
				await record({ event: "oidc_consent_withdrawn", userId, detail });
				return { ended };
			}),
	};
}
