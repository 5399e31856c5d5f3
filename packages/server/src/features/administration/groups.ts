/** Groups: flat names for the APIs behind the login, and who is in them. */

import { describeGroup as shown } from "../../operations/administration/describe-listed.ts";
import { invalid } from "../../platform/errors.ts";
import type { App } from "../../platform/http/server.ts";
import {
	closedObject,
	inPath,
	integer,
	objects,
	operation,
	text,
	texts,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { counted, next, pageQuery, readPage, writeNext } from "./cursor.ts";
import { allows, allowsFresh, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

const read = allows("sallyport:users:read");
const write = allowsFresh("sallyport:groups:write");

const params = inPath({ name: text("Of the group.", { examples: ["analysts"] }) });
const name = text("1 to 48 characters of a-z, 0-9 and ._:-", {
	minLength: 1,
	maxLength: 48,
	examples: ["analysts"],
});
const description = text("What it is for.", { maxLength: 256, examples: ["Read reports"] });
const group = { name, description, createdAt: time("When it was added.") } as const;

const ShownGroup = closedObject("Group", "A group.", group);

const listGroups = operation({
	operationId: "listGroups",
	summary: "List groups",
	tags,
	querystring: pageQuery,
	response: {
		200: closedObject("GroupPage", "Some of the groups, by name.", {
			groups: objects("By name.", {
				...group,
				members: integer("How many are in it, counted up to 10,000.", { minimum: 0, examples: [12] }),
			}),
			next,
		}),
	},
	...read,
	errors: ["cursor_invalid"],
});

const addGroup = operation({
	operationId: "addGroup",
	summary: "Add a group",
	tags,
	requestHeaders: ["Idempotency-Key"],
	body: { ...closedObject("NewGroup", null, { name, description }), required: ["name"] },
	response: { 201: ShownGroup },
	...write,
	errors: ["group_exists", "idempotency_mismatch", "rate_limited"],
});

const describeGroup = operation({
	operationId: "describeGroup",
	summary: "Change the description of a group",
	description: "A group keeps its name, by which APIs know it.",
	tags,
	params,
	body: closedObject("GroupDescription", null, { description }),
	response: { 200: ShownGroup },
	...write,
	errors: ["rate_limited"],
});

const deleteGroup = operation({
	operationId: "deleteGroup",
	summary: "Delete a group",
	description: "Takes it from all who are in it; their tokens that name it end. The users stay.",
	tags,
	params,
	body: closedObject("GroupDeletion", null, { confirm: text("The name of the group.", { maxLength: 48 }) }),
	response: {
		200: closedObject("DeletedGroup", "The group is gone.", {
			members: counted("How many were in it."),
			ended: counted("How many sessions ended."),
		}),
	},
	...write,
	errors: ["rate_limited"],
});

const listMembers = operation({
	operationId: "listGroupMembers",
	summary: "List the members of a group",
	description: "In the order of their ids. By name: the list of users with the filter `group`.",
	tags,
	params,
	querystring: pageQuery,
	response: {
		200: closedObject("MemberPage", "Some of the members.", {
			members: objects("In the order of their ids.", {
				id: uuid("Of the user."),
				username: text("In its canonical form.", { examples: ["ada"] }),
				displayName: text("The name for people.", { examples: ["Ada Lovelace"] }),
			}),
			next,
		}),
	},
	...read,
	errors: ["cursor_invalid"],
});

const ids = { items: { type: "string", format: "uuid" }, maxItems: 500, uniqueItems: true } as const;

const moveMembers = operation({
	operationId: "moveGroupMembers",
	summary: "Put users into a group, and take users out",
	description: "All of them, or none. A user who leaves loses the tokens that name the group.",
	tags,
	params,
	body: {
		...closedObject("GroupMoves", null, {
			add: texts("Ids of users who join.", ids),
			remove: texts("Ids of users who leave.", ids),
		}),
		required: [],
	},
	response: {
		200: closedObject("MovedMembers", "It is done.", {
			joined: counted("Who were not in it before."),
			left: counted("Who were in it before."),
			ended: counted("How many sessions ended."),
		}),
	},
	...write,
	errors: ["limit_exceeded", "rate_limited"],
});

export function groupRoutes(app: App, { by, once }: Administering): void {
	app.get("/api/admin/groups", { schema: listGroups }, async (request) => {
		const { rows, next: position } = await by(request).groups.page(readPage(request, ["string"]));
		return { groups: rows.map(shown), next: writeNext(position, request) };
	});

	app.post("/api/admin/groups", { schema: addGroup }, async (request, reply) => {
		const { name: called, description: what } = request.body;
		const done = await once(
			request,
			({ groups }) => groups.add(called, what),
			(made) => made.name,
		);
		const made = "made" in done ? done.made : await by(request).groups.require(done.madeBefore);
		return reply.code(201).send(shown(made));
	});

	app.patch("/api/admin/groups/:name", { schema: describeGroup }, async (request) =>
		shown(await by(request).groups.describe(request.params.name, request.body.description)),
	);

	app.post("/api/admin/groups/:name/delete", { schema: deleteGroup }, async (request) => {
		const { groups } = by(request);
		const found = await groups.require(request.params.name);
		if (request.body.confirm !== found.name)
			throw invalid("/confirm", "mismatch", "Repeat the name of the group.");
		return groups.remove(found.name);
	});

	app.get("/api/admin/groups/:name/members", { schema: listMembers }, async (request) => {
		const page = readPage(request, ["string"]);
		const { rows, next: position } = await by(request).groups.pageOfMembers(request.params.name, page);
		return { members: rows, next: writeNext(position, request) };
	});

	app.post("/api/admin/groups/:name/members", { schema: moveMembers }, async (request) => {
		const { add = [], remove = [] } = request.body;
		const which = (those: readonly string[]) => those.map((id) => ({ id }));
		return by(request).groups.move(request.params.name, { join: which(add), leave: which(remove) });
	});
}
