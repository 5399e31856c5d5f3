/** The same act on many users. */

import { type BulkAction, bulkActions } from "../../operations/administration/act-on-users.ts";
import type { ReservedScope } from "../../platform/config/scopes.ts";
import { invalid } from "../../platform/errors.ts";
import type { App } from "../../platform/http/server.ts";
import {
	closedObject,
	integer,
	objects,
	operation,
	orNull,
	text,
	texts,
	uuid,
} from "../../platform/openapi/operation.ts";
import { allowsFresh, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

/** What a key needs beside users:write. */
const scopes: Partial<Record<BulkAction, ReservedScope>> = {
	end_sessions: "sallyport:sessions:end",
	invite: "sallyport:links",
	add_group: "sallyport:groups:write",
	remove_group: "sallyport:groups:write",
	delete: "sallyport:users:delete",
};

const actOnUsers = operation({
	operationId: "actOnUsers",
	summary: "Do the same to many users",
	description:
		"Each in a transaction of its own: what is refused for one is done for the others. `invite` goes by mail; `end_sessions` leaves the session of the caller. An access key needs the scope of the act too, as for one user.",
	tags,
	body: {
		...closedObject("BulkAct", null, {
			action: text("What to do.", { enum: bulkActions }),
			ids: texts("Of the users.", {
				items: { type: "string", format: "uuid" },
				minItems: 1,
				maxItems: 500,
				uniqueItems: true,
			}),
			group: text("Which group, for `add_group` and `remove_group`.", { minLength: 1, maxLength: 48 }),
			confirm: integer("For `delete`: how many users these are.", {
				minimum: 1,
				maximum: 500,
				examples: [3],
			}),
		}),
		required: ["action", "ids"],
	},
	response: {
		200: closedObject("BulkResult", "What came of each.", {
			results: objects("In the order of the ids.", {
				id: uuid("Of the user."),
				status: text("What came of it.", { enum: ["done", "refused"] }),
				code: orNull(text("Why it was refused: an error code.", { examples: ["last_admin"] })),
			}),
		}),
	},
	...allowsFresh("sallyport:users:write"),
	errors: ["rate_limited"],
});

export function bulkRoutes(app: App, { by, requireScope, sessionOf }: Administering): void {
	app.post("/api/admin/users/actions", { schema: actOnUsers }, async (request) => {
		const { action, ids, group, confirm } = request.body;
		const scope = scopes[action];
		if (scope !== undefined) requireScope(request, scope);
		const isOfGroup = action === "add_group" || action === "remove_group";
		if (isOfGroup !== (group !== undefined))
			throw invalid(
				"/group",
				isOfGroup ? "required" : "unknown_field",
				"Name a group for acts on groups alone.",
			);
		if (action === "delete" && confirm !== ids.length)
			throw invalid("/confirm", "mismatch", "Write how many users are to be deleted.");
		const how = { group, exceptId: sessionOf(request).id };
		return { results: await by(request).actOnUsers(action, ids, how) };
	});
}
