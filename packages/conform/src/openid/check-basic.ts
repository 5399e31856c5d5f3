/** The plan Basic OP: the login itself, userinfo and scopes. */
import { decodeProtectedHeader } from "jose";
import { describe, expect, expectStatus, LeftOut, textOf } from "../response.ts";
import type { Check, Visit } from "../visit.ts";
import type { Entered } from "./openid.ts";
import type { Parameters } from "./tokens.ts";

const CORE = "OpenID Connect Core";

/** Userinfo that fits the id token. */
async function userinfoOf(
	{ openid }: Visit,
	{ accessToken, claims }: Entered,
	how?: "post header" | "post body",
) {
	const response = await openid.userinfo(accessToken, how);
	expectStatus(response, 200);
	const type = response.headers.get("content-type") ?? "";
	expect(/^application\/json\b/.test(type), `${describe(response)}: it is no JSON`);
	expect(response.body?.sub === claims.sub, "sub of userinfo is another than that of the id token");
	return response.body ?? {};
}

const userinfoBy = (id: string, how: "post header" | "post body" | undefined, promise: string): Check => ({
	id,
	promise,
	section: `${CORE} 5.3.1`,
	run: async (visit) => void (await userinfoOf(visit, await visit.openid.enter(), how)),
});

/** What a user tells, by scope; the service leaves out what it does not know of the user. */
async function expectedOf({ openid }: Visit, scope: string): Promise<string[]> {
	if (scope === "profile") return ["name", "preferred_username"];
	if (scope === "groups") return ["groups"];
	if (scope !== "email") return [];
	const user = await openid.shownUser();
	expectStatus(user, 200);
	const email = user.body?.email;
	return typeof email === "string" ? ["email", "email_verified"] : [];
}

async function expectScopes(visit: Visit, scopes: string[], more: Parameters = {}): Promise<void> {
	const { body } = await visit.openid.provider.metadata();
	const supported = [body?.scopes_supported].flat();
	const lacking = scopes.find((scope) => !supported.includes(scope));
	if (lacking !== undefined) throw new LeftOut(`the service has no scope ${lacking}`);
	const entered = await visit.openid.enter({ parameters: { scope: scopes.join(" "), ...more } });
	const told = await userinfoOf(visit, entered);
	for (const scope of scopes)
		for (const claim of await expectedOf(visit, scope)) {
			expect(claim in told, `userinfo lacks ${claim} of the scope ${scope}`);
			expect(claim in entered.claims, `the id token lacks ${claim} of the scope ${scope}`);
		}
	const unasked = ["name", "email", "groups"].find(
		(claim) => claim in told && !scopes.some((scope) => (scope === "profile" ? "name" : scope) === claim),
	);
	expect(unasked === undefined, `userinfo has ${unasked}, which no scope asked for`);
}

const scope = (name: string, promise: string): Check => ({
	id: `oidcc-scope-${name}`,
	promise,
	section: `${CORE} 5.4`,
	run: (visit) => expectScopes(visit, ["openid", name]),
});

export const basics: Check[] = [
	{
		id: "oidcc-server",
		promise: "A login gives a code, the code an access token and an id token that verifies.",
		section: `${CORE} 3.1`,
		run: async ({ openid }) => void (await openid.enter()),
	},
	{
		id: "oidcc-response-type-missing",
		promise: "A request without response_type is refused.",
		section: `${CORE} 3.1.2.6`,
		async run({ openid }) {
			const { returned, arrived } = await openid.ask({ parameters: { response_type: undefined } });
			const error = returned?.get("error") ?? "";
			const isRefused = ["invalid_request", "unsupported_response_type"].includes(error);
			expect(isRefused || Number(arrived.page?.status) >= 400, "it was not refused");
		},
	},
	{
		id: "oidcc-idtoken-signature",
		promise: "The id token is signed by RS256, and names its key.",
		section: `${CORE} 3.1.3.7`,
		async run({ openid }) {
			const { alg, kid } = decodeProtectedHeader((await openid.enter()).idToken);
			expect(alg === "RS256" && typeof kid === "string", `its algorithm is ${alg}`);
		},
	},
	userinfoBy("oidcc-userinfo-get", undefined, "Userinfo answers GET with the access token in the header."),
	userinfoBy(
		"oidcc-userinfo-post-header",
		"post header",
		"Userinfo answers POST with the token in the header.",
	),
	userinfoBy("oidcc-userinfo-post-body", "post body", "Userinfo answers POST with the token in the body."),
	{
		id: "oidcc-ensure-request-without-nonce-succeeds-for-code-flow",
		promise: "A request without nonce gets an id token without one.",
		section: `${CORE} 3.1.2.1`,
		run: async ({ openid }) => void (await openid.enter({ parameters: { nonce: undefined } })),
	},
	scope("profile", "The scope profile tells the name and the user name."),
	scope("email", "The scope email tells the address, and whether it is verified."),
	scope("address", "The scope address tells the postal address."),
	scope("phone", "The scope phone tells the telephone number."),
	{
		id: "oidcc-scope-all",
		promise: "All scopes together tell what each of them does.",
		section: `${CORE} 5.4`,
		run: (visit) => expectScopes(visit, ["openid", "profile", "email", "groups"]),
	},
	{
		id: "oidcc-alternate-happy-flow",
		promise: "The order of scopes and parameters does not matter.",
		section: `${CORE} 3.1.2.1`,
		run: (visit) => expectScopes(visit, ["email", "profile", "openid"], { display: "page" }),
	},
	{
		id: "oidcc-claims-essential",
		promise: "A request that asks for single claims succeeds; scopes decide what is returned.",
		section: `${CORE} 5.5`,
		async run(visit) {
			const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
			await userinfoOf(visit, await visit.openid.enter({ parameters: { claims } }));
		},
	},
	{
		id: "oidcc-server-client-secret-post",
		promise: "An application that is registered for it sends its secret in the body, and in no other way.",
		section: `${CORE} 9`,
		async run({ openid }) {
			const client = await openid.clients.posting();
			await openid.enter({ client });
			const code = openid.codeOf(await openid.ask({ client }));
			const response = await openid.redeem({ ...client, method: "client_secret_basic" }, code);
			expect(textOf(response.body, "error") === "invalid_client", describe(response));
		},
	},
];
