/** Applications: find, register, change, disable, delete; and who lets them know them. */

import {
	describeClient,
	describeClientOfUser,
	describeShownClient,
	describeUserOfClient,
} from "../../operations/application/describe-client.ts";
import { invalid } from "../../platform/errors.ts";
import { tagged, wantedVersion } from "../../platform/http/conditional.ts";
import { languageOfReader } from "../../platform/http/language-of-reader.ts";
import type { App } from "../../platform/http/server.ts";
import {
	closedObject,
	flag,
	inPath,
	list,
	objects,
	operation,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { counted, next, pageQuery, readPage, writeNext } from "./cursor.ts";
import { allows, allowsFresh, byId, tags } from "./declarations.ts";
import { ChangedClient, Client, ClientChange, ShownClient } from "./schemas/client.ts";
import type { Administering } from "./scope.ts";

const read = allows("sallyport:clients");
const write = allowsFresh("sallyport:clients");
const scopes = texts("What it may know.", { examples: [["openid", "email"]] });

const listClients = operation({
	operationId: "listClients",
	summary: "List applications",
	tags,
	querystring: pageQuery,
	response: {
		200: closedObject("ClientPage", "Some of the applications, by name.", {
			clients: list("By name.", Client),
			next,
		}),
	},
	...read,
	errors: ["cursor_invalid"],
});

const getClient = operation({
	operationId: "getClient",
	summary: "See an application",
	tags,
	params: byId,
	requestHeaders: ["Accept-Language"],
	response: { 200: ShownClient },
	responseHeaders: ["Content-Language", "ETag"],
	...read,
});

const change = {
	tags,
	params: byId,
	requestHeaders: ["If-Match"],
	response: { 200: ChangedClient },
	responseHeaders: ["ETag"],
	...write,
	errors: ["precondition_failed", "rate_limited"],
} as const;

const changeClient = operation({
	...change,
	operationId: "changeClient",
	summary: "Change an application",
	description:
		"Its id and kind stay. Where it may have less than before (a scope, days beyond the session, weaker logins), its tokens and logins end.",
	body: ClientChange,
});

const acts = {
	disable: operation({
		...change,
		operationId: "disableClient",
		summary: "Disable an application",
		description: "Ends its codes, tokens and logins; new ones are refused until it is enabled.",
	}),
	enable: operation({ ...change, operationId: "enableClient", summary: "Enable an application" }),
};

const deleteClient = operation({
	operationId: "deleteClient",
	summary: "Delete an application for good",
	description: "With its secrets, tokens, logins, and what users agreed to.",
	tags,
	params: byId,
	requestHeaders: ["If-Match"],
	body: closedObject("ClientDeletion", null, {
		confirm: text("The id of the application.", { maxLength: 64 }),
	}),
	response: {
		200: closedObject("DeletedClient", "The application is gone.", {
			users: counted("How many users had let it know them."),
			ended: counted("In how many sessions its logins ended."),
		}),
	},
	...write,
	errors: ["precondition_failed", "rate_limited"],
});

const listClientUsers = operation({
	operationId: "listClientUsers",
	summary: "List the users who let an application know them",
	description: "In the order of their ids. Users of a trusted one are not asked, and not listed.",
	tags,
	params: byId,
	querystring: pageQuery,
	response: {
		200: closedObject("ClientUserPage", "Some of the users.", {
			users: objects("In the order of their ids.", {
				id: uuid("Of the user."),
				username: text("In its canonical form.", { examples: ["ada"] }),
				displayName: text("The name for people.", { examples: ["Ada Lovelace"] }),
				scopes,
				grantedAt: time("When the user agreed."),
			}),
			next,
		}),
	},
	...read,
	errors: ["cursor_invalid"],
});

const listUserApplications = operation({
	operationId: "listUserApplications",
	summary: "List the applications that a user has agreed to, is logged in to, or has left connected",
	description: "In the order of their ids.",
	tags,
	params: byId,
	querystring: pageQuery,
	response: {
		200: closedObject("UserApplicationPage", "Some of the applications.", {
			applications: objects("In the order of their ids.", {
				id: text("Its `client_id`.", { examples: ["wiki"] }),
				name: text("For people.", { examples: ["Wiki"] }),
				launchUrl: orNull(text("Where users begin.", { examples: ["https://app.example.com"] })),
				scopes,
				grantedAt: orNull(time("When the user agreed; null: a trusted one, of which no user is asked.")),
				lastUsedAt: orNull(time("By a session that lives; null: none is logged in to it.")),
				offline: flag("Whether it stays connected when the user logs out."),
			}),
			next,
		}),
	},
	...allows("sallyport:users:read"),
	errors: ["cursor_invalid"],
});

const endUserApplication = operation({
	operationId: "endUserApplication",
	summary: "End the access of an application to one user",
	description:
		"As the user can: takes back the consent, and ends the logins and tokens of the user there. An application that takes logout tokens gets one. Sessions stay.",
	tags,
	params: inPath({ ...byId.properties, client: text("Its `client_id`.") }),
	response: {
		200: closedObject("EndedApplication", "It knows the user no longer.", {
			ended: counted("In how many sessions its logins ended."),
		}),
	},
	...allowsFresh("sallyport:users:write"),
	errors: ["rate_limited"],
});

export function clientRoutes(app: App, { by }: Administering): void {
	app.get("/api/admin/clients", { schema: listClients }, async (request) => {
		const { rows, next: at } = await by(request).applications.page(readPage(request, ["string", "string"]));
		return { clients: rows.map(describeClient), next: writeNext(at, request) };
	});

	app.get("/api/admin/clients/:id", { schema: getClient }, async (request, reply) => {
		const shown = await by(request).applications.show(request.params.id);
		return tagged(reply, describeShownClient(shown, languageOfReader(request, reply)));
	});

	app.patch("/api/admin/clients/:id", { schema: changeClient }, async (request, reply) => {
		const { applications } = by(request);
		const which = { id: request.params.id, version: wantedVersion(request) };
		const done = await applications.change(which, request.body);
		const client = tagged(reply, describeClient(await applications.find(which.id)));
		return { client, ...done };
	});

	for (const [name, schema] of Object.entries(acts) as Array<[keyof typeof acts, typeof acts.enable]>)
		app.post(`/api/admin/clients/:id/${name}`, { schema }, async (request, reply) => {
			const { applications } = by(request);
			const which = { id: request.params.id, version: wantedVersion(request) };
			const { ended, isChanged } = await applications[name](which);
			const client = tagged(reply, describeClient(await applications.find(which.id)));
			return { client, members: isChanged ? ["state"] : [], ended };
		});

	app.post("/api/admin/clients/:id/delete", { schema: deleteClient }, async (request) => {
		const { applications } = by(request);
		const { client } = await applications.find(request.params.id);
		if (request.body.confirm !== client.id)
			throw invalid("/confirm", "mismatch", "Repeat the id of the application.");
		return applications.remove({ id: client.id, version: wantedVersion(request) });
	});

	app.get("/api/admin/clients/:id/users", { schema: listClientUsers }, async (request) => {
		const page = readPage(request, ["string"]);
		const { rows, next: at } = await by(request).applications.pageOfUsers(request.params.id, page);
		return { users: rows.map(describeUserOfClient), next: writeNext(at, request) };
	});

	app.get("/api/admin/users/:id/applications", { schema: listUserApplications }, async (request) => {
		const page = readPage(request, ["string"]);
		const { rows, next: at } = await by(request).applications.pageOfUser({ id: request.params.id }, page);
		return { applications: rows.map(describeClientOfUser), next: writeNext(at, request) };
	});

	const end = { schema: endUserApplication };
	app.post("/api/admin/users/:id/applications/:client/end", end, (request) =>
		by(request).applications.endOfUser({ id: request.params.id }, request.params.client),
	);
}
