import {
	at,
	type Breakage,
	breaks,
	dropHeader,
	everything,
	failWith,
	type Passed,
	setHeader,
	status,
	type When,
	withHeader,
	without,
} from "./breakages.ts";

const CHECK = "GET /api/auth/check";
const bearer = withHeader("authorization");
const cookie = withHeader("cookie");
const asksFor =
	(query: RegExp): When =>
	({ call }) =>
		query.test(call.path);

function letPass({ response }: Passed): void {
	response.status = 204;
	response.body = "";
	delete response.headers["content-type"];
}

export const breakagesOfTheGateway: Breakage[] = [
	breaks("gateway.nobody", at(CHECK, without("cookie"), status(401)), failWith("invalid_token")),
	breaks("gateway.bearer", at(CHECK, bearer), dropHeader("x-auth-role")),
	breaks(
		"gateway.cookie",
		at(CHECK, cookie, without("x-forwarded-method")),
		setHeader("x-auth-user-id", "another"),
	),
	breaks("gateway.strength", at(CHECK, bearer, status(204)), setHeader("x-auth-amr", "pwd otp mfa")),
	{ ...breaks("gateway.claims", everything, dropHeader("x-auth-claims")), https: true },
	breaks(
		"gateway.step-up",
		at(CHECK, cookie, status(401)),
		setHeader("www-authenticate", 'Bearer realm="localhost"'),
	),
	breaks("gateway.unknown-demand", at(CHECK, asksFor(/[?]arc=/), status(400)), letPass),
	breaks("gateway.bad-demand", at(CHECK, asksFor(/acr=|maxAge=/), status(400)), letPass),
	breaks("gateway.unsafe", at(CHECK, status(403)), letPass),
];
