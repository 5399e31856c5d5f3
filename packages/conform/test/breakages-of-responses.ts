import {
	at,
	type Breakage,
	breaks,
	dropHeader,
	editCookies,
	editMembers,
	everything,
	failWith,
	sentBody,
	setHeader,
	status,
	succeed,
	withHeader,
} from "./breakages.ts";

const LOGIN = "POST /api/auth/login";

const ofDiscovery: Breakage[] = [
	breaks(
		"discovery.metadata",
		at("GET /.well-known/oauth-authorization-server"),
		editMembers((members) => {
			members.jwks_uri = "http://localhost/.well-known/jwks.json";
		}),
	),
	breaks(
		"discovery.acr",
		at("GET /.well-known/oauth-authorization-server"),
		editMembers((members) => {
			members.acr_values_supported = ["aal1"];
		}),
	),
	breaks(
		"discovery.token-claims",
		at("GET /.well-known/oauth-authorization-server"),
		editMembers((members) => {
			members.token_claims_supported = ["groups", "scope"];
		}),
	),
	breaks(
		"discovery.jwks",
		at("GET /.well-known/jwks.json"),
		editMembers((members) => {
			members.keys = (members.keys as object[]).map((key) => ({ ...key, k: "a secret" }));
		}),
	),
	{
		id: "discovery.status-lists",
		tampering: () => ({
			call(call) {
				if (call.path.startsWith("/api/auth/status/")) delete call.headers["if-none-match"];
			},
		}),
	},
	breaks(
		"discovery.openapi",
		at("GET /openapi.json"),
		editMembers((members) => {
			members.servers = [{ url: "https://elsewhere.example" }];
		}),
	),
	breaks("discovery.health", at("GET /healthz", status(200)), ({ response }) => {
		response.status = 204;
		response.body = "";
	}),
	breaks("discovery.pages", at("GET /login"), ({ response }) => {
		response.body += '<script src="https://cdn.example/x.js"></script>';
	}),
	breaks("discovery.redirects", at("GET /account", status(303)), setHeader("location", "/elsewhere")),
];

const ofLimits: Breakage[] = [
	breaks("limits.body", status(413), failWith("malformed_json")),
	breaks("limits.head", status(431), succeed({ status: "ok" })),
	breaks("limits.url", status(414), succeed({ status: "ok" })),
	breaks("limits.username", at(LOGIN, sentBody(/"x{255}"/)), failWith("invalid_credentials")),
	breaks("limits.password", at(LOGIN, sentBody(/é{513}/)), failWith("invalid_credentials")),
];

const ofErrors: Breakage[] = [
	breaks("errors.malformed-json", at(LOGIN, sentBody(/^\uFEFF/)), failWith("validation_failed")),
	breaks("errors.duplicate-key", at(LOGIN, sentBody(/"username":"b"/)), failWith("malformed_json")),
	breaks("errors.validation-failed", at(LOGIN, sentBody(/^\[\]$/)), failWith("unknown_field")),
	breaks("errors.unknown-field", at(LOGIN, sentBody(/"role"/)), failWith("validation_failed")),
	breaks(
		"errors.pointer",
		at(LOGIN, sentBody(/"password":1/)),
		editMembers((members) => {
			delete members.errors;
		}),
	),
	breaks("errors.not-found", at("GET /api/auth/nothing"), failWith("bad_request")),
	breaks("errors.method", at("PUT /api/auth/login"), dropHeader("allow")),
	breaks("errors.not-acceptable", status(406), succeed({ csrf: "c1.x.y" })),
	breaks("errors.media-type", at(LOGIN, withHeader("content-type", "text/plain")), failWith("bad_request")),
	breaks(
		"errors.problem",
		at("GET /api/auth/session", status(401)),
		setHeader("content-type", "application/json; charset=utf-8"),
	),
	breaks(
		"errors.request-id",
		status(404),
		editMembers((members) => {
			members.requestId = "another one";
		}),
	),
	breaks("errors.challenge", at("GET /api/auth/session", status(401)), dropHeader("www-authenticate")),
];

/** The visit never sends its cookie back. */
const loginPage = at("GET /login");

const ofCookies: Breakage[] = [
	breaks(
		"cookies.http-only",
		everything,
		editCookies((line) => line.replace("; HttpOnly", "")),
	),
	breaks(
		"cookies.same-site",
		everything,
		editCookies((line) => line.replace(/SameSite=\w+/, "SameSite=None")),
	),
	breaks(
		"cookies.this-host",
		everything,
		editCookies((line) => `${line}; Domain=localhost`),
	),
	breaks(
		"cookies.secure",
		everything,
		editCookies((line) => `${line}; Secure`),
	),
	breaks(
		"cookies.names",
		loginPage,
		editCookies((line) => `other-${line}`),
	),
	breaks(
		"cookies.browser-session",
		everything,
		editCookies((line) => (/-sid=./.test(line) ? line.replace(/(-sid=[^;]+)/, "$1; Max-Age=600") : line)),
	),
	breaks("cookies.cleared", at("POST /api/auth/logout"), dropHeader("set-cookie")),
	breaks(
		"cookies.small",
		loginPage,
		editCookies((line) => line.replace("=", `=${"x".repeat(4096)}`)),
	),
];

const page =
	"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

const ofHeaders: Breakage[] = [
	breaks("headers.no-store", everything, dropHeader("cache-control")),
	breaks("headers.request-id", status(200), setHeader("x-request-id", "always-the-very-same")),
	breaks("headers.nosniff", everything, dropHeader("x-content-type-options")),
	breaks("headers.framing", everything, dropHeader("x-frame-options")),
	breaks("headers.silent", everything, setHeader("server", "nginx/1.27.0")),
	breaks("headers.referrer", everything, setHeader("referrer-policy", "unsafe-url")),
	breaks("headers.embedding", everything, dropHeader("cross-origin-resource-policy")),
	{
		...breaks("headers.hsts", everything, setHeader("strict-transport-security", "max-age=300")),
		https: true,
	},
	breaks("headers.page-policy", loginPage, setHeader("content-security-policy", page)),
	breaks("headers.page-isolation", loginPage, dropHeader("cross-origin-opener-policy")),
	breaks("headers.json-type", at("GET /healthz", status(200)), setHeader("content-type", "text/json")),
];

export const breakagesOfResponses = [...ofDiscovery, ...ofLimits, ...ofErrors, ...ofCookies, ...ofHeaders];
