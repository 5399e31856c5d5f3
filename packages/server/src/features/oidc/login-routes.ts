import { LoginError } from "../../platform/errors.ts";
import { clientOf } from "../../platform/http/requester.ts";
import type { App, Handler } from "../../platform/http/server.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import { closedObject, flag, inPath, operation, text, texts } from "../../platform/openapi/operation.ts";
import type { Uses } from "../uses.ts";
import { isElsewhere } from "./other-loopback.ts";

const tags = ["Single sign-on"] as const;

const params = inPath({
	uid: text("Of the login, as the page's address has it.", { examples: ["V1StGXR8_Z5jdHi6B-myT"] }),
});

const readQuestion = operation({
	operationId: "readApplicationQuestion",
	summary: "What an application asks of the user",
	description: "For the page that asks. Only the browser that began the login gets an answer.",
	tags,
	params,
	response: {
		200: closedObject("ApplicationQuestion", "What the application would know.", {
			application: closedObject(null, null, {
				name: text("Of the application.", { examples: ["Grafana"] }),
				host: text("Where the answer is sent to.", { examples: ["grafana.example.com"] }),
				launchUrl: { type: ["string", "null"], description: "Where users begin.", examples: [null] },
			}),
			scopes: texts("What it asks for.", { items: { type: "string" } }),
			offlineDays: { type: "integer", description: "Days that its access outlives the session." },
			user: closedObject(null, null, {
				username: text("Who is logged in.", { examples: ["ada"] }),
				displayName: text("The name for people.", { examples: ["Ada Lovelace"] }),
			}),
		}),
	},
	access: "cookie-session",
	errors: ["interaction_unknown", "application_disabled"],
});

const answerQuestion = operation({
	operationId: "answerApplicationQuestion",
	summary: "Let an application know the user, or not",
	description: "Only in the browser that began the login. Answers with where the login continues.",
	tags,
	params,
	body: closedObject("ApplicationAnswer", null, {
		allow: flag("Whether the application may know what it asks for."),
	}),
	response: {
		200: closedObject("ApplicationTurn", "It is noted.", {
			location: text("Where the browser goes next.", {
				examples: ["https://login.example.com/oidc/auth/V1St"],
			}),
		}),
	},
	access: "cookie-session",
	errors: [
		"reauthentication_required",
		"interaction_unknown",
		"application_disabled",
		"application_forbidden",
	],
});

interface Asked {
	headers: { cookie?: string | undefined };
	host: string;
}

/** The page that a login to an application leads to, and its two calls. The cookie of the login is bound to their path. */
export function loginRoutes(
	app: App,
	{
		config,
		cookies,
		guards,
		findCallerByCookie,
		singleSignOn: { answers },
		showConsent,
	}: Uses<"config" | "cookies" | "guards" | "findCallerByCookie" | "singleSignOn"> & { showConsent: Handler },
): void {
	const path = basePathOf(config.baseUrl);
	const onRequest = guards.loggedInByCookie;

	/** The id in the address proves nothing: a link would let a victim answer for the attacker's browser. Throws interaction_unknown. */
	function requireOwn(uid: string, request: Asked): string {
		if (cookies.interaction.read(request.headers.cookie) === uid) return uid;
		throw new LoginError("interaction_unknown", { isElsewhere: isElsewhere(request, config.baseUrl) });
	}

	app.get("/oidc-login/:uid", async (request, reply) => {
		const { uid } = request.params as { uid: string };
		const principal = await findCallerByCookie(request);
		const turn = await answers.turn(requireOwn(uid, request), principal);
		const next = encodeURIComponent(`${path}/oidc-login/${uid}`);
		switch (turn.is) {
			case "login":
				return reply.redirect(`${path}/login?next=${next}`, 303);
			case "reauthenticate":
				return reply.redirect(`${path}/reauthenticate?next=${next}&acr=${turn.acr}`, 303);
			case "done":
				return reply.redirect(turn.to, 303);
			case "consent":
				return showConsent(request, reply);
		}
	});

	app.get("/oidc-login/:uid/leave", async (request, reply) => {
		const { uid } = request.params as { uid: string };
		const principal = await findCallerByCookie(request);
		return reply.redirect(await answers.leave(requireOwn(uid, request), principal), 303);
	});

	app.get("/oidc-login/:uid/question", { onRequest, schema: readQuestion }, async (request) => {
		const uid = requireOwn(request.params.uid, request);
		const { client, scopes, host } = await answers.question(uid);
		const { username, displayName } = guards.callerOf(request).principal.user;
		const { name, launchUrl, offlineDays } = client;
		return { application: { name, host, launchUrl }, scopes, offlineDays, user: { username, displayName } };
	});

	app.post("/oidc-login/:uid", { onRequest, schema: answerQuestion }, async (request) => {
		const uid = requireOwn(request.params.uid, request);
		const { principal } = guards.callerOf(request);
		return { location: await answers.answer(uid, request.body.allow, principal, clientOf(request)) };
	});
}
