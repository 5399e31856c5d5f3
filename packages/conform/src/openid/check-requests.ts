/** The plan Basic OP: parameters of a request, and when the user is asked. */
import { expect, LeftOut } from "../response.ts";
import type { Check, Visit } from "../visit.ts";
import { type Entered, whereOf } from "./openid.ts";
import type { Parameters } from "./tokens.ts";

const CORE = "OpenID Connect Core";

const accepted = (id: string, promise: string, parameters: Parameters): Check => ({
	id,
	promise,
	section: `${CORE} 3.1.2.1`,
	run: async ({ openid }) => void (await openid.enter({ parameters })),
});

/** The user is asked nothing, and it is the same login. */
function expectSameLogin(first: Entered, second: Entered): void {
	expect(second.answer.asked.length === 0, `the user is asked again: ${second.answer.asked.join(", ")}`);
	expect(second.claims.sub === first.claims.sub, "sub of the second id token is another");
	expect(second.claims.auth_time === first.claims.auth_time, "auth_time of the second id token is another");
}

/** The user has authenticated once more. */
function expectNewLogin(first: Entered, second: Entered): void {
	const { asked } = second.answer;
	expect(
		asked.includes("login") || asked.includes("reauthenticate"),
		"the user is not asked to log in again",
	);
	expect(second.claims.sub === first.claims.sub, "sub of the second id token is another");
	expect(
		Number(second.claims.auth_time) > Number(first.claims.auth_time),
		"auth_time is not later than before",
	);
}

async function expectAskedAnew(
	{ openid, wait }: Visit,
	seconds: number,
	parameters: Parameters,
): Promise<void> {
	const first = await openid.enter();
	await wait(seconds * 1000);
	expectNewLogin(first, await openid.enter({ parameters }));
}

export const requests: Check[] = [
	accepted("oidcc-display-page", "A request with display=page succeeds.", { display: "page" }),
	accepted("oidcc-display-popup", "A request with display=popup succeeds.", { display: "popup" }),
	accepted("oidcc-login-hint", "A request with login_hint succeeds.", { login_hint: "buffy@example.com" }),
	accepted("oidcc-ui-locales", "A request with ui_locales succeeds.", { ui_locales: "de en" }),
	accepted("oidcc-claims-locales", "A request with claims_locales succeeds.", { claims_locales: "se" }),
	accepted("oidcc-ensure-request-with-unknown-parameter-succeeds", "An unknown parameter is ignored.", {
		extra: "foobar",
	}),
	{
		id: "oidcc-ensure-request-with-acr-values-succeeds",
		promise: "A request with acr_values succeeds, and the id token says which of them was met.",
		section: `${CORE} 3.1.2.1`,
		async run({ openid }) {
			const { body } = await openid.provider.metadata();
			const levels = [body?.acr_values_supported].flat().map(String);
			const { claims } = await openid.enter({ parameters: { acr_values: levels.join(" ") } });
			expect(levels.includes(String(claims.acr)), `acr is ${String(claims.acr)}`);
		},
	},
	{
		id: "oidcc-prompt-login",
		promise: "With prompt=login a user who is logged in authenticates again.",
		section: `${CORE} 3.1.2.1`,
		run: (visit) => expectAskedAnew(visit, 1, { prompt: "login" }),
	},
	{
		id: "oidcc-prompt-none-not-logged-in",
		promise: "With prompt=none and no login the application gets an error, and no page is shown.",
		section: `${CORE} 3.1.2.6`,
		async run({ openid }) {
			const answer = await openid.ask({ browser: openid.newBrowser(), parameters: { prompt: "none" } });
			const { returned, sent } = answer;
			expect(returned !== null, whereOf(answer));
			expect(returned.get("error") === "login_required", `the error is ${returned.get("error")}`);
			expect(returned.get("state") === sent.state, "state of the answer is not that of the request");
		},
	},
	{
		id: "oidcc-prompt-none-logged-in",
		promise: "With prompt=none a user who is logged in is asked nothing.",
		section: `${CORE} 3.1.2.1`,
		async run({ openid }) {
			const first = await openid.enter();
			expectSameLogin(first, await openid.enter({ parameters: { prompt: "none" } }));
		},
	},
	{
		id: "oidcc-max-age-1",
		promise: "With max_age=1 a user who authenticated longer ago does so again.",
		section: `${CORE} 3.1.2.1`,
		run: (visit) => expectAskedAnew(visit, 2, { max_age: "1" }),
	},
	{
		id: "oidcc-max-age-10000",
		promise: "With max_age=10000 a user who has just authenticated is asked nothing.",
		section: `${CORE} 3.1.2.1`,
		async run({ openid }) {
			const first = await openid.enter({ parameters: { max_age: "15000" } });
			expectSameLogin(first, await openid.enter({ parameters: { max_age: "10000" } }));
		},
	},
	{
		id: "oidcc-id-token-hint",
		promise: "With id_token_hint and prompt=none the user of that id token is asked nothing.",
		section: `${CORE} 3.1.2.1`,
		async run({ openid }) {
			const first = await openid.enter();
			const parameters = { prompt: "none", id_token_hint: first.idToken };
			expectSameLogin(first, await openid.enter({ parameters }));
		},
	},
	{
		id: "oidcc-ensure-post-request-succeeds",
		promise: "The authorization endpoint answers POST.",
		section: `${CORE} 3.1.2.1`,
		async run() {
			throw new LeftOut("the authorization endpoint takes GET alone: a form of another site has no cookies");
		},
	},
];
