/**
 * Applications that a user logs in to through this service, by OpenID Connect: which of them know the user, and how the user ends one.
 *
 * Routes of operations/application/. What applications themselves call is below /oidc.
 */
import type { Feature } from "../../platform/feature.ts";
import { clientOf } from "../../platform/http/requester.ts";
import {
	closedObject,
	flag,
	objects,
	operation,
	orNull,
	text,
	texts,
	time,
} from "../../platform/openapi/operation.ts";
import { ownId } from "../schemas/common.ts";
import type { Parts } from "../uses.ts";

const tags = ["Applications"] as const;
const access = "cookie-session" as const;

const ApplicationList = closedObject("ApplicationList", "The applications that know the user.", {
	applications: objects("By name. Empty where SALLYPORT_OIDC is off.", {
		id: text("Its client_id.", { examples: ["grafana"] }),
		name: text("For people.", { examples: ["Grafana"] }),
		launchUrl: orNull(
			text("Where its users begin; null: there is no such page, or no user may log in there now.", {
				examples: ["https://grafana.example.com/"],
			}),
		),
		scopes: texts("What it may know. Of one that is trusted: what it may ask for.", {
			examples: [["openid", "profile"]],
		}),
		grantedAt: orNull(
			time("When the user agreed or, where none was asked, logged in there; null: that session is over."),
		),
		lastUsedAt: orNull(time("When a session that lives was used there last; null: there is none.")),
		isTrusted: flag("Whether it knows every user who logs in there, without a question."),
		offline: flag("Whether it stays connected when the user logs out."),
	}),
});

const listOperation = operation({
	operationId: "listApplications",
	summary: "List own applications",
	description:
		"Those that the user has let know them, is logged in to, or has left connected. Others are not listed.",
	tags,
	response: { 200: ApplicationList },
	access,
});

const endOperation = operation({
	operationId: "endApplication",
	summary: "End an application",
	description:
		"Takes back the consent, and ends the logins and tokens of the user there. An application that takes logout tokens gets one. The session stays.",
	tags,
	params: ownId,
	response: { 204: { type: "null", description: "It knows the user no longer." } },
	access,
	errors: ["not_found", "rate_limited"],
});

export function createApplicationFeature({ guards, ownApplications }: Parts): Feature {
	const onRequest = guards.loggedInByCookie;
	return {
		name: "Applications",
		description: "Where a user logs in through this service.",
		routes(app) {
			app.get("/api/auth/applications", { onRequest, schema: listOperation }, (request) =>
				ownApplications.list(guards.callerOf(request).principal),
			);

			const end = { onRequest, schema: endOperation };
			app.post("/api/auth/applications/:id/end", end, async (request, reply) => {
				const { principal } = guards.callerOf(request);
				await ownApplications.end(principal, request.params.id, clientOf(request));
				return reply.code(204).send(null);
			});
		},
	};
}
