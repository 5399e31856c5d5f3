/**
 * Token status lists (draft-ietf-oauth-status-list-21): how verifiers learn that a token was revoked, without asking about a
 * single one.
 *
 * Two routes; credentials/status-list/ owns the lists: open (takes sessions, for a day) → closed → removed, when no valid
 * token names it any more. A token names its entry; the entry of a revoked one stays marked until the token has expired.
 */
import { STATUS_TTL } from "../../credentials/status-list/status-tokens.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, inPath, list, operation, text } from "../../platform/openapi/operation.ts";
import type { Parts } from "../uses.ts";

const listStatusLists = operation({
	operationId: "listStatusLists",
	summary: "Addresses of the status lists",
	tags: ["Verification"],
	response: {
		200: closedObject("StatusLists", "All status lists (draft-ietf-oauth-status-list, section 9).", {
			status_lists: list("Addresses of the lists that living tokens name.", {
				type: "string",
				format: "uri",
			}),
		}),
	},
	access: "public",
	responseHeaders: ["Cache-Control"],
});

const getStatusList = operation({
	operationId: "getStatusList",
	summary: "One status list",
	description:
		"A status list token, to be asked for again after its `ttl`; with `If-None-Match` an unchanged one is not sent again.",
	tags: ["Verification"],
	params: inPath({ list: text("As in the claim `status` of a token.") }),
	response: {
		200: text("A signed JWT with one bit per index: 1 means that tokens with this index are revoked.", {
			contentMediaType: "application/statuslist+jwt",
			examples: ["eyJhbGciOiJFUzI1NiIsInR5cCI6InN0YXR1c2xpc3Qrand0In0.eyJ0dGwiOjV9.c2lnbmF0dXJl"],
		}),
		304: { type: "null", description: "Unchanged." },
	},
	access: "public",
	errors: ["not_found"],
	responseHeaders: ["Cache-Control", "ETag"],
});

export function createStatusListFeature({ statusTokens }: Parts): Feature {
	return {
		name: "Verification",
		routes(app) {
			app.get("/api/auth/status", { schema: listStatusLists }, async (_request, reply) => {
				reply.header("cache-control", `public, max-age=${STATUS_TTL}`);
				return { status_lists: await statusTokens.addresses() };
			});

			app.get("/api/auth/status/:list", { schema: getStatusList }, async (request, reply) => {
				const found = await statusTokens.find(request.params.list);
				if (found === null) throw new LoginError("not_found", "There is no such status list.");
				reply.headers({ "cache-control": "no-cache", etag: found.etag });
				if (request.headers["if-none-match"] === found.etag) return reply.code(304).send(null);
				return reply.header("content-type", "application/statuslist+jwt").send(found.jwt);
			});
		},
	};
}
