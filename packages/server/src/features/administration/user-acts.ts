/** Users: add one, change what is known of one, disable and enable. */

import { describeUser } from "../../operations/administration/describe-user.ts";
import { describeLink } from "../../operations/administration/give-link.ts";
import { tagged, wantedVersion } from "../../platform/http/conditional.ts";
import type { App } from "../../platform/http/server.ts";
import { closedObject, operation, text } from "../../platform/openapi/operation.ts";
import { allowsFresh, byId, tags } from "./declarations.ts";
import { ChangedProfile, ChangedUser, MadeUser, NewUser, UserChange } from "./schemas/user.ts";
import type { Administering } from "./scope.ts";

const write = allowsFresh("sallyport:users:write");
const byPeople = allowsFresh(null);

const addUser = operation({
	operationId: "addUser",
	summary: "Add a user",
	description:
		"A person gets a link to set a password. An access key needs `sallyport:links` too unless `invite` is `none`, and for `emailVerified`; and `sallyport:groups:write` for groups. With `Idempotency-Key`, a lost answer costs nothing: asked again, the same user comes back, without the link.",
	tags,
	requestHeaders: ["Idempotency-Key"],
	body: NewUser,
	response: { 201: MadeUser },
	responseHeaders: ["ETag", "Location"],
	...write,
	errors: ["username_taken", "external_id_taken", "limit_exceeded", "idempotency_mismatch", "rate_limited"],
});

const changeUser = operation({
	operationId: "changeUser",
	summary: "Change what is known of a user",
	description:
		"A user who leaves a group loses the tokens that name it. Another username keeps id, sessions and factors; devices that were known under the old one are unknown. An access key needs `sallyport:links` too for `emailVerified`, and `sallyport:groups:write` for groups.",
	tags,
	params: byId,
	requestHeaders: ["If-Match"],
	body: UserChange,
	response: { 200: ChangedProfile },
	responseHeaders: ["ETag"],
	...write,
	errors: ["precondition_failed", "username_taken", "external_id_taken", "limit_exceeded", "rate_limited"],
});

/** What changes the state of a user alone. */
const change = {
	tags,
	params: byId,
	requestHeaders: ["If-Match"],
	response: { 200: ChangedUser },
	responseHeaders: ["ETag"],
	...write,
	errors: ["precondition_failed", "rate_limited"],
} as const;

const setRole = operation({
	...change,
	...byPeople,
	operationId: "setUserRole",
	summary: "Make a user an admin, or an admin a user",
	description:
		"Tokens of a former admin end. Sessions of a new one that were begun by one factor end, where an admin's login takes two.",
	body: closedObject("UserRole", null, { role: text("From now on.", { enum: ["user", "admin"] }) }),
	errors: ["precondition_failed", "last_admin", "own_account", "rate_limited"],
});

const acts = {
	disable: operation({
		...change,
		operationId: "disableUser",
		summary: "Disable a user",
		description: "Ends all sessions. Access keys log in no more until the user is enabled.",
		errors: ["precondition_failed", "last_admin", "own_account", "rate_limited"],
	}),
	enable: operation({ ...change, operationId: "enableUser", summary: "Enable a user" }),
	unlock: operation({
		...change,
		operationId: "unlockUser",
		summary: "Forget the failed logins of a user",
		description: "Unknown devices need not wait any more.",
	}),
};

export function userActRoutes(app: App, { by, once, requireScope, addressOf }: Administering): void {
	app.post("/api/admin/users", { schema: addUser }, async (request, reply) => {
		const { username, id, kind = "person", role = "user", invite = "link", ...profile } = request.body;
		// The reader of the answer, or of the mailbox, can set the password.
		const isInvited = kind === "person" && invite !== "none";
		if (isInvited || profile.emailVerified === true) requireScope(request, "sallyport:links");
		if (profile.groups !== undefined) requireScope(request, "sallyport:groups:write");
		const asked = { name: username, id, kind, role, passwordHash: null, profile, invite };
		const done = await once(
			request,
			({ users }) => users.add(asked),
			({ user }) => user.id,
		);
		const [made, link] =
			"made" in done
				? [done.made.user, describeLink(done.made)]
				: [await by(request).users.find({ id: done.madeBefore }), null];
		reply.code(201).header("location", addressOf(`/api/admin/users/${made.id}`));
		const { setupLink = null, setupLinkExpiresAt = null, sentTo = null } = link ?? {};
		const user = tagged(reply, describeUser(made));
		return { user, setupLink, setupLinkExpiresAt, sentTo };
	});

	app.patch("/api/admin/users/:id", { schema: changeUser }, async (request, reply) => {
		const { username, addGroups: join, removeGroups: leave, ...given } = request.body;
		// The reader of an address that is vouched for can ask for a link.
		if (given.emailVerified === true) requireScope(request, "sallyport:links");
		if (given.groups !== undefined || join !== undefined || leave !== undefined)
			requireScope(request, "sallyport:groups:write");
		const which = { id: request.params.id, version: wantedVersion(request) };
		const { user, ...done } = await by(request).users.set(which, given, { username, join, leave });
		return { user: tagged(reply, describeUser(user)), ...done };
	});

	app.put("/api/admin/users/:id/role", { schema: setRole }, async (request, reply) => {
		const { users } = by(request);
		const which = { id: request.params.id, version: wantedVersion(request) };
		const { ended } = await users.setRole(which, request.body.role);
		return { user: tagged(reply, describeUser(await users.find({ id: which.id }))), ended };
	});

	for (const [name, schema] of Object.entries(acts) as Array<[keyof typeof acts, typeof acts.unlock]>)
		app.post(`/api/admin/users/:id/${name}`, { schema }, async (request, reply) => {
			const { users } = by(request);
			const done = await users[name]({ id: request.params.id, version: wantedVersion(request) });
			const user = await users.find({ id: request.params.id });
			return { user: tagged(reply, describeUser(user)), ended: done?.ended ?? 0 };
		});
}
