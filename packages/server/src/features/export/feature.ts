/**
 * What a user may take along: a copy of everything that is stored about the user.
 *
 * Route of operations/export/, which says of each column whether it is given (personal-data.ts); docs/privacy.md is printed from it. How
 * a user is removed is in operations/administration/.
 */

import type { Feature } from "../../platform/feature.ts";
import { clientOf } from "../../platform/http/requester.ts";
import { operation } from "../../platform/openapi/operation.ts";
import { Export } from "../schemas/export.ts";
import type { Parts } from "../uses.ts";

const exportOperation = operation({
	operationId: "exportData",
	summary: "Export own data",
	description:
		"Everything that is stored about the user, as a file. Needs a recent authentication, by both factors where two-step login is on. Five times an hour.",
	tags: ["Own data"],
	response: { 200: Export },
	access: "cookie-session",
	errors: ["reauthentication_required", "rate_limited"],
	responseHeaders: ["Content-Disposition"],
});

export function createExportFeature({ clock, guards, exportData }: Parts): Feature {
	const onRequest = guards.loggedInByCookie;
	return {
		name: "Own data",
		description: "The language that a user reads, and what a user may take along.",
		routes(app) {
			// That of Fastify answers at once and reads the whole file behind it.
			const exposeHeadRoute = false;
			const options = { onRequest, schema: exportOperation, exposeHeadRoute };
			app.get("/api/auth/export", options, async (request, reply) => {
				const data = await exportData(guards.callerOf(request).principal, clientOf(request));
				const day = new Date(clock()).toISOString().slice(0, 10);
				return reply
					.type("application/json; charset=utf-8")
					.header("content-disposition", `attachment; filename="account-${day}.json"`)
					.send(data);
			});
		},
	};
}
