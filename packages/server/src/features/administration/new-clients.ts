/** Applications: register one, by hand or by a template, and what it authenticates with. */

import {
	describeMadeClient,
	describeMadeSecret,
	describeTemplate,
} from "../../operations/application/describe-client.ts";
import { tagged } from "../../platform/http/conditional.ts";
import { languageOfReader } from "../../platform/http/language-of-reader.ts";
import type { App } from "../../platform/http/server.ts";
import { closedObject, inPath, list, operation, text } from "../../platform/openapi/operation.ts";
import { allows, allowsFresh, byId, tags } from "./declarations.ts";
import {
	ClientTemplate,
	MadeClient,
	MadeClientSecret,
	NewClient,
	NewClientSecret,
} from "./schemas/client.ts";
import type { Administering } from "./scope.ts";

const read = allows("sallyport:clients");
const write = allowsFresh("sallyport:clients");

const listClientTemplates = operation({
	operationId: "listClientTemplates",
	summary: "List the applications that this service knows how to register",
	tags,
	response: {
		200: closedObject("ClientTemplates", "All of them, by name.", {
			templates: list("By name.", ClientTemplate),
		}),
	},
	...read,
});

const addClient = operation({
	operationId: "addClient",
	summary: "Register an application",
	description:
		"By its settings, or by a template and its address; then the answer has the lines for its own configuration. With `Idempotency-Key`, a lost answer costs nothing: asked again, the same application comes back, without the secret.",
	tags,
	requestHeaders: ["Accept-Language", "Idempotency-Key"],
	body: NewClient,
	response: { 201: MadeClient },
	responseHeaders: ["Content-Language", "ETag", "Location"],
	...write,
	errors: ["client_exists", "limit_exceeded", "idempotency_mismatch", "rate_limited"],
});

const addClientSecret = operation({
	operationId: "addClientSecret",
	summary: "Make another secret of an application",
	description:
		"Shown once. The one before stays good until it is ended: two at most. With `Idempotency-Key`, a lost answer makes no second one: asked again, the same one comes back, without the secret; end it and make another.",
	tags,
	requestHeaders: ["Idempotency-Key"],
	params: byId,
	body: NewClientSecret,
	response: { 201: MadeClientSecret },
	...write,
	errors: ["limit_exceeded", "state_conflict", "idempotency_mismatch", "rate_limited"],
});

const endClientSecret = operation({
	operationId: "endClientSecret",
	summary: "End a secret of an application",
	description: "The application is refused with it from the next request on.",
	tags,
	params: inPath({ ...byId.properties, secret: text("Member `id` of the secret.") }),
	response: { 200: closedObject("EndedClientSecret", "It is done.", { message: text("Says so.") }) },
	...write,
	errors: ["rate_limited"],
});

export function newClientRoutes(app: App, { by, once, addressOf }: Administering): void {
	app.get("/api/admin/client-templates", { schema: listClientTemplates }, async (request) => ({
		templates: (await by(request).applications.templates()).map(describeTemplate),
	}));

	app.post("/api/admin/clients", { schema: addClient }, async (request, reply) => {
		const done = await once(
			request,
			({ applications }) => applications.add(request.body),
			({ found }) => found.client.id,
		);
		const made =
			"made" in done
				? done.made
				: { found: await by(request).applications.find(done.madeBefore), made: null, setup: null };
		const shown = describeMadeClient(made, languageOfReader(request, reply));
		reply.code(201).header("location", addressOf(`/api/admin/clients/${shown.client.id}`));
		tagged(reply, shown.client);
		return shown;
	});

	app.post("/api/admin/clients/:id/secrets", { schema: addClientSecret }, async (request, reply) => {
		const { id } = request.params;
		const done = await once(
			request,
			({ applications }) => applications.addSecret(id, request.body),
			({ secret }) => secret.id,
		);
		const made = "made" in done ? done.made : await by(request).applications.findSecret(id, done.madeBefore);
		return reply.code(201).send(describeMadeSecret<string | null>(made));
	});

	app.post("/api/admin/clients/:id/secrets/:secret/end", { schema: endClientSecret }, async (request) => {
		const { id, secret } = request.params;
		await by(request).applications.endSecret(id, secret);
		return { message: "Secret ended" };
	});
}
