/** Users: links to set a password, and the end of a user. */

import { describeLink } from "../../operations/administration/give-link.ts";
import { invalid } from "../../platform/errors.ts";
import { wantedVersion } from "../../platform/http/conditional.ts";
import type { App } from "../../platform/http/server.ts";
import { closedObject, flag, operation, text } from "../../platform/openapi/operation.ts";
import { allowsFresh, byId, tags } from "./declarations.ts";
import { MadeLink, ResetUser } from "./schemas/user.ts";
import type { Administering } from "./scope.ts";

const write = allowsFresh("sallyport:users:write");
const destroy = allowsFresh("sallyport:users:delete");

const deliver = text("How the link gets to the user: by mail, or in this answer.", {
	enum: ["mail", "link"],
});

const inviteUser = operation({
	operationId: "inviteUser",
	summary: "Give a user without a password a new link to set one",
	description: "Earlier links end. An access key needs `sallyport:links` too.",
	tags,
	params: byId,
	requestHeaders: ["If-Match"],
	body: closedObject("Invitation", null, { deliver }),
	response: { 200: MadeLink },
	...write,
	errors: ["precondition_failed", "state_conflict", "insufficient_scope", "rate_limited"],
});

const resetUser = operation({
	operationId: "resetUser",
	summary: "Take the password of a user away",
	description:
		"Ends all sessions, and makes a link to set another password. Factors go with it only if asked: without them the link alone would log in. An access key needs `sallyport:links` too.",
	tags,
	params: byId,
	requestHeaders: ["If-Match"],
	body: {
		...closedObject("Reset", null, {
			deliver,
			factors: flag("Whether all second factors go too."),
			accessKeys: flag("Whether all access keys end too."),
		}),
		required: ["deliver"],
	},
	response: { 200: ResetUser },
	...write,
	errors: ["precondition_failed", "state_conflict", "own_account", "rate_limited"],
});

const deleteUser = operation({
	operationId: "deleteUser",
	summary: "Delete a user for good",
	description: "Deletes all that is stored about the user; events stay, and name the user no more.",
	tags,
	params: byId,
	requestHeaders: ["If-Match"],
	body: closedObject("UserDeletion", null, {
		confirm: text("The username, as it is shown.", { maxLength: 254, examples: ["ada"] }),
	}),
	response: { 204: { type: "null", description: "The user is gone." } },
	...destroy,
	errors: ["precondition_failed", "last_admin", "own_account", "rate_limited"],
});

export function userLinkRoutes(app: App, { by, requireScope }: Administering): void {
	app.post("/api/admin/users/:id/invite", { schema: inviteUser }, async (request) => {
		const { deliver: how } = request.body;
		requireScope(request, "sallyport:links");
		const which = { id: request.params.id, version: wantedVersion(request) };
		return describeLink(await by(request).users.invite(which, how === "link" ? "show" : "mail"));
	});

	app.post("/api/admin/users/:id/reset", { schema: resetUser }, async (request) => {
		const { deliver: how, factors: secondFactor = false, accessKeys = false } = request.body;
		requireScope(request, "sallyport:links");
		const { users } = by(request);
		const which = { id: request.params.id, version: wantedVersion(request) };
		const give = how === "link" ? "show" : "mail";
		const done = await users.reset(which, { secondFactor, accessKeys, give });
		const { ended, accessKeys: keysEnded = 0, secondFactorDemanded } = done;
		return { ended, accessKeys: keysEnded, ...describeLink(done), secondFactorDemanded };
	});

	app.post("/api/admin/users/:id/delete", { schema: deleteUser }, async (request, reply) => {
		const { users } = by(request);
		const { id, username } = await users.find({ id: request.params.id });
		if (request.body.confirm !== username)
			throw invalid("/confirm", "mismatch", "Repeat the username of the user, as it is shown.");
		await users.remove({ id, version: wantedVersion(request) });
		return reply.code(204).send(null);
	});
}
