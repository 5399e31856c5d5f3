import {
	type ClientOfUser,
	pageOfClientsOf,
	pageOfConsents,
} from "../../identity/application/client-page-store.ts";
import { everyPage, type PageOf } from "../../platform/database/keyset-page.ts";
import type { ChangeUser, Which } from "../administration/change-user.ts";
import type { Uses } from "../uses.ts";
import { createAddClient } from "./add-client.ts";
import { createSecretAdministration } from "./administer-secrets.ts";
import { createChangeClient } from "./change-client.ts";
import { createFindClients } from "./find-clients.ts";
import { templates } from "./templates.ts";

/** How many rows one statement reads. */
const PAGE = 200;

type Page = Pick<PageOf, "after" | "most">;

/** Applications that users log in to: what an operator may do to them. */
export function createApplicationAdministration(
	uses: Uses<"opened" | "audit" | "clock" | "config" | "random" | "outbox"> & {
		findUser: ChangeUser["find"];
	},
) {
	const { opened, findUser } = uses;
	const { database } = opened;
	const found = createFindClients(uses);
	const secrets = createSecretAdministration(uses);

	return {
		...found,
		...createChangeClient(uses),
		add: createAddClient(uses),
		addSecret: secrets.add,
		endSecret: secrets.end,
		templates,

		/** Users who let it know them, by id. Throws not_found. */
		async pageOfUsers(id: string, of: Page) {
			await found.find(id);
			return pageOfConsents(database, id, of);
		},

		/** Applications that a user lets know them, or is logged in to. Throws not_found. */
		async pageOfUser(which: Which, of: Page) {
			const { id } = await findUser(which);
			return pageOfClientsOf(database, id, of);
		},

		/** All of them. Throws not_found. */
		async listOfUser(which: Which) {
			const { id } = await findUser(which);
			const pages = everyPage(PAGE, async (last: ClientOfUser | null) => {
				const { rows } = await pageOfClientsOf(database, id, { after: last && [last.id], most: PAGE });
				return rows;
			});
			return (await Array.fromAsync(pages)).flat();
		},
	};
}
