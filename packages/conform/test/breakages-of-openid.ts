/** For promises of the OpenID provider, a proxy that breaks them. */
import { generateKeyPairSync, sign } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from "jose";
import {
	at,
	type Breakage,
	breaks,
	breaksWith,
	editMembers,
	everything,
	membersOf,
	type Passed,
	status,
	succeed,
	type When,
} from "./breakages.ts";
import type { PassedRequest, PassedResponse } from "./tampering-proxy.ts";

const METADATA = "GET /oidc/.well-known/openid-configuration";
const AUTH = "GET /oidc/auth";
const TOKEN = "POST /oidc/token";
const END = "GET /oidc/session/end";
const hostOf = "https://sallyport-conform.invalid";

const parametersOf = ({ path }: PassedRequest) => new URL(path, "http://localhost").searchParams;
const asks =
	(name: string, value: string): When =>
	({ call }) =>
		parametersOf(call).get(name) === value;

/** Changes the parameters of requests for a login. */
function asksOtherwise(id: string, change: (parameters: URLSearchParams) => void): Breakage {
	return {
		id,
		tampering: () => ({
			call(call) {
				if (!/^\/oidc\/auth\?/.test(call.path)) return;
				const parameters = parametersOf(call);
				change(parameters);
				call.path = `/oidc/auth?${parameters}`;
			},
		}),
	};
}

const ignores = (id: string, ...names: string[]) =>
	asksOtherwise(id, (parameters) => {
		for (const name of names) parameters.delete(name);
	});

function redirectTo(response: PassedResponse, location: string): void {
	response.status = 303;
	response.headers.location = location;
}

/** Edits the address where an application is answered. */
const editAnswer =
	(edit: (address: URL) => void) =>
	({ response }: Passed): void => {
		const { location } = response.headers;
		if (typeof location !== "string" || !location.startsWith(hostOf)) return;
		const address = new URL(location);
		edit(address);
		response.headers.location = address.href;
	};

let pair: ReturnType<typeof newPair> | null = null;
const newPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

function signAgain(jwt: string, change: (claims: JWTPayload) => void): string {
	pair ??= newPair();
	const claims = decodeJwt(jwt);
	change(claims);
	const parts = [{ ...decodeProtectedHeader(jwt), kid: "proxy" }, claims];
	const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
	return `${input}.${sign("sha256", Buffer.from(input), pair.privateKey).toString("base64url")}`;
}

/** Signs id tokens with other claims, by a key that it publishes. The service still receives its own. */
function tellsOtherwise(id: string, change: (claims: JWTPayload) => void): Breakage {
	return {
		id,
		tampering() {
			const sent = new Map<string, string>();
			return {
				call(call) {
					for (const [altered, original] of sent) call.path = call.path.replace(altered, original);
				},
				response(response, call) {
					const passed = { response, call };
					if (at("GET /oidc/jwks")(passed)) {
						pair ??= newPair();
						const own = {
							...pair.publicKey.export({ format: "jwk" }),
							kid: "proxy",
							alg: "RS256",
							use: "sig",
						};
						editMembers((members) => {
							members.keys = [...(members.keys as object[]), own];
						})(passed);
					}
					const { id_token: token } = membersOf(response);
					if (typeof token !== "string") return;
					const altered = signAgain(token, change);
					sent.set(altered, token);
					response.body = response.body.replace(token, altered);
				},
			};
		},
	};
}

/** Answers a refused request for tokens as the last good one. */
const answersTwice = (id: string): Breakage =>
	breaksWith(
		id,
		() => ({ good: "" }),
		({ call, response }, state) => {
			if (!call.path.startsWith("/oidc/token")) return;
			if (response.status === 200) state.good = response.body;
			else Object.assign(response, { status: 200, body: state.good });
		},
	);

export const breakagesOfOpenid: Breakage[] = [
	breaks(
		"oidcc-discovery-endpoint-verification",
		at(METADATA),
		editMembers((members) => {
			members.issuer = hostOf;
		}),
	),
	breaks(
		"oidcc-discovery-jwks",
		at("GET /oidc/jwks"),
		editMembers(({ keys }) => void Object.assign((keys as object[])[0] ?? {}, { d: "AQAB" })),
	),
	breaks(
		"oidcc-server",
		at(TOKEN),
		editMembers((members) => {
			members.id_token = String(members.id_token).replace(/\.[^.]+$/, `.${"A".repeat(342)}`);
		}),
	),
	asksOtherwise("oidcc-response-type-missing", (parameters) => parameters.set("response_type", "code")),
	breaks(
		"oidcc-userinfo-get",
		at("GET /oidc/userinfo"),
		editMembers((members) => {
			members.sub = "another";
		}),
	),
	breaks("oidcc-userinfo-post-body", at("POST /oidc/userinfo"), ({ response }) => {
		response.status = 401;
	}),
	tellsOtherwise("oidcc-ensure-request-without-nonce-succeeds-for-code-flow", (claims) => {
		claims.nonce = "made up";
	}),
	breaks(
		"oidcc-scope-email",
		at("GET /oidc/userinfo"),
		editMembers((members) => void delete members.email),
	),
	breaks(
		"oidcc-scope-profile",
		at("GET /oidc/userinfo"),
		editMembers((members) => {
			members.groups = [];
		}),
	),
	breaks("oidcc-server-client-secret-post", at(TOKEN, status(401)), succeed()),
	breaks(
		"oidcc-display-page",
		everything,
		editAnswer((address) => address.searchParams.set("state", "another")),
	),
	ignores("oidcc-prompt-login", "prompt"),
	ignores("oidcc-max-age-1", "max_age"),
	ignores("oidcc-prompt-none-not-logged-in", "prompt"),
	breaks("oidcc-prompt-none-logged-in", at(AUTH, asks("prompt", "none")), ({ response, call }) => {
		const state = parametersOf(call).get("state");
		redirectTo(response, `${hostOf}/callback?error=login_required&state=${state}`);
	}),
	tellsOtherwise("oidcc-ensure-request-with-acr-values-succeeds", (claims) => {
		claims.acr = "0";
	}),
	answersTwice("oidcc-codereuse"),
	breaks("oidcc-ensure-registered-redirect-uri", at(AUTH, status(400)), ({ response, call }) =>
		redirectTo(response, `${parametersOf(call).get("redirect_uri")}?error=invalid_request`),
	),
	ignores("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported", "request"),
	{
		id: "oidcc-ensure-request-with-valid-pkce-succeeds",
		tampering: () => ({
			call(call) {
				call.path = call.path.replace(/&code_challenge(_method)?=[^&]+/g, "");
				const body = call.body.toString().replace(/&code_verifier=[^&]+/, "");
				call.body = Buffer.from(body);
				if (call.headers["content-length"] !== undefined)
					call.headers["content-length"] = String(call.body.length);
			},
		}),
	},
	answersTwice("oidcc-refresh-token"),
	breaks(
		"oidcc-rp-initiated-logout",
		at(END),
		editAnswer((address) => address.searchParams.delete("state")),
	),
	breaks("sallyport-rp-initiated-logout-post", at("POST /oidc/session/end"), ({ response }) => {
		response.status = 404;
		delete response.headers.location;
	}),
	{
		id: "oidcc-rp-initiated-logout-no-state",
		tampering: () => ({
			call(call) {
				if (call.path.startsWith("/oidc/session/end")) call.path = "/healthz";
			},
			response(response, call) {
				if (call.path === "/healthz") redirectTo(response, `${hostOf}/logged-out`);
			},
		}),
	},
	breaks("oidcc-rp-initiated-logout-no-id-token-hint", at(END), ({ response }) =>
		redirectTo(response, `${hostOf}/logged-out`),
	),
	breaks("oidcc-rp-initiated-logout-bad-post-logout-redirect-uri", at(END), ({ response, call }) =>
		redirectTo(response, String(parametersOf(call).get("post_logout_redirect_uri"))),
	),
	// Whether the session is over cannot be seen then.
	breaks("oidcc-rp-initiated-logout-bad-id-token-hint", at(AUTH, asks("prompt", "none")), ({ response }) => {
		response.status = 500;
		delete response.headers.location;
	}),
	breaks("oidcc-rp-initiated-logout-no-params", at("POST /oidc/session/end/confirm"), ({ response }) => {
		response.status = 400;
	}),
	tellsOtherwise("oidcc-backchannel-rp-initiated-logout", (claims) => {
		claims.sid = "another";
	}),
];
