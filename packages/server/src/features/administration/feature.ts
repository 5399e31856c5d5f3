/**
 * Administration: what an operator does, over HTTP, for the console and for programs.
 *
 * Routes of operations/administration/ and others; each is schema, guard and call. Who may call is in the declaration of each
 * route (`administers`), and the one scope that all are in requires it: credentials/guards/administers.ts.
 */
import type { Feature } from "../../platform/feature.ts";
import type { Uses } from "../uses.ts";
import { accessKeyRoutes } from "./access-keys.ts";
import { bulkRoutes } from "./bulk.ts";
import { clientRoutes } from "./clients.ts";
import { eventRoutes } from "./events.ts";
import { exportRoutes } from "./exports.ts";
import { groupRoutes } from "./groups.ts";
import { importRoutes } from "./import.ts";
import { mailRoutes } from "./mails.ts";
import { newClientRoutes } from "./new-clients.ts";
import { type AdministrationUses, administrationScope } from "./scope.ts";
import { sessionRoutes } from "./sessions.ts";
import { streamRoutes } from "./stream.ts";
import { summaryRoutes } from "./summary.ts";
import { systemRoutes } from "./system.ts";
import { userActRoutes } from "./user-acts.ts";
import { userLinkRoutes } from "./user-links.ts";
import { readUserRoutes } from "./users.ts";

export function createAdministrationFeature(
	uses: AdministrationUses & Uses<"userClaims" | "events"> & { writeHourlyCounts: () => Promise<void> },
): Feature {
	return {
		name: "Administration",
		description:
			"For admins by cookie, and for programs by an access key with a scope for it. A person's token administers nothing: every API that it was sent to could.",
		routes(app) {
			administrationScope(app, uses, (scope, administering) => {
				readUserRoutes(scope, administering, uses.userClaims);
				userActRoutes(scope, administering);
				userLinkRoutes(scope, administering);
				bulkRoutes(scope, administering);
				exportRoutes(scope, administering);
				importRoutes(scope, administering);
				groupRoutes(scope, administering);
				clientRoutes(scope, administering);
				newClientRoutes(scope, administering);
				sessionRoutes(scope, administering);
				eventRoutes(scope, administering);
				streamRoutes(scope, administering, uses.events);
				mailRoutes(scope, administering);
				accessKeyRoutes(scope, administering);
				systemRoutes(scope, administering);
				summaryRoutes(scope, administering, uses);
			});
		},
	};
}
