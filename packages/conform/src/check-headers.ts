/** Headers of every response of the visit, error responses included. */
import { expect, type HttpResponse, LeftOut } from "./response.ts";
import type { Check, Visit } from "./visit.ts";

/** Public documents: any cache may keep them. */
const PUBLIC = /^GET \/(\.well-known\/|api\/auth\/status)/;
/** Seconds. */
const YEAR = 31_536_000;

export const headers: Check[] = [
	each("no-store", "but public ones says Cache-Control: no-store", 1, ({ request, headers, status }) => {
		const control = headers.get("cache-control") ?? "none";
		expect(
			/^no-store\b/.test(control) || (PUBLIC.test(request) && status < 400),
			`${request}: ${status} ${control}`,
		);
	}),
	each("request-id", "has an X-Request-Id of its own", 1, ({ request, headers }, { responses }) => {
		const id = headers.get("x-request-id");
		expect(id !== null && id.length >= 16, `${request}: ${id}`);
		const same = responses.filter((other) => other.headers.get("x-request-id") === id).length;
		expect(same === 1, `${request}: ${same} answers have the same`);
	}),
	each("nosniff", "says X-Content-Type-Options: nosniff", 7, ({ request, headers }) => {
		expect(headers.get("x-content-type-options") === "nosniff", request);
	}),
	each(
		"framing",
		"forbids framing (frame-ancestors 'none', X-Frame-Options: DENY)",
		7,
		({ request, headers }) => {
			expect(directivesOf(headers).get("frame-ancestors") === "'none'", `${request}: frame-ancestors`);
			expect(headers.get("x-frame-options") === "DENY", `${request}: X-Frame-Options`);
		},
	),
	each(
		"silent",
		"keeps silent about the software: no X-Powered-By, and no Server but the name of a proxy, without its version",
		7,
		({ request, headers }) => {
			const named = headers.get("server");
			// nginx cannot leave its name out, and it says nothing of the service behind it.
			expect(named === null || /^[a-z]+$/i.test(named), `${request}: Server: ${named}`);
			expect(!headers.has("x-powered-by"), `${request}: X-Powered-By: ${headers.get("x-powered-by")}`);
		},
	),
	each("referrer", "sends no address on to other sites (Referrer-Policy)", 7, ({ request, headers }) => {
		const policy = headers.get("referrer-policy") ?? "none";
		expect(policy === "no-referrer" || policy === "same-origin", `${request}: ${policy}`);
	}),
	each("embedding", "may not be embedded by other sites (Cross-Origin-Resource-Policy)", 7, (response) => {
		const policy = response.headers.get("cross-origin-resource-policy") ?? "none";
		expect(policy === "same-origin", `${response.request}: ${policy}`);
	}),
	{
		id: "headers.hsts",
		promise: "On https every answer asks for https for a year to come (Strict-Transport-Security).",
		section: 6,
		async run(visit) {
			if (!visit.baseUrl.startsWith("https:")) throw new LeftOut("this is plain http");
			for (const { request, headers: of } of await responsesOf(visit)) {
				const age = /max-age=(\d+)/.exec(of.get("strict-transport-security") ?? "")?.[1];
				expect(Number(age ?? 0) >= YEAR, `${request}: ${of.get("strict-transport-security")}`);
			}
		},
	},
	{
		id: "headers.page-policy",
		promise:
			"Pages run their own scripts only: no inline script or style, no other host (Content-Security-Policy).",
		section: 4,
		async run(visit) {
			for (const { request, headers: of } of await pagesOf(visit)) {
				const directives = directivesOf(of);
				const expected = { "default-src": "'none'", "script-src": "'self'", "style-src": "'self'" };
				const closed = { "base-uri": "'none'", "object-src": "'none'", "form-action": "'self'" };
				for (const [name, value] of Object.entries({ ...expected, ...closed }))
					expect(
						directives.get(name) === value,
						`${request}: ${name} ${directives.get(name) ?? "is missing"}`,
					);
				expect(directives.has("require-trusted-types-for"), `${request}: no Trusted Types`);
				const unsafe = [...directives.values()].find((value) => value.includes("unsafe-"));
				expect(unsafe === undefined, `${request}: ${unsafe}`);
			}
		},
	},
	{
		id: "headers.page-isolation",
		promise:
			"Pages have a browsing context of their own (Cross-Origin-Opener-Policy) and differ by cookie (Vary).",
		section: 4,
		async run(visit) {
			for (const { request, headers: of } of await pagesOf(visit)) {
				expect(of.get("cross-origin-opener-policy") === "same-origin", `${request}: no opener policy`);
				expect(/\bcookie\b/i.test(of.get("vary") ?? ""), `${request}: Vary: ${of.get("vary")}`);
			}
		},
	},
	{
		id: "headers.json-type",
		promise: "Data is application/json in UTF-8, and says so.",
		section: 7,
		async run(visit) {
			for (const { request, status, body, headers: of } of await responsesOf(visit)) {
				const type = of.get("content-type") ?? "no type";
				if (body !== null && status < 400)
					expect(/^application\/json; *charset=utf-8$/i.test(type), `${request}: ${type}`);
			}
		},
	},
];

function each(
	id: string,
	promise: string,
	section: number,
	look: (response: HttpResponse, visit: Visit) => void,
): Check {
	return {
		id: `headers.${id}`,
		promise: `Every answer ${promise}.`,
		section,
		async run(visit) {
			for (const response of await responsesOf(visit)) look(response, visit);
		},
	};
}

/** Those of all checks so far, and at least one of each kind. */
async function responsesOf({ send, responses }: Visit): Promise<readonly HttpResponse[]> {
	const kinds: Array<[string, string]> = [
		["GET", "/login"],
		["GET", "/healthz"],
		["GET", "/api/auth/csrf"],
		["GET", "/api/auth/session"],
		["GET", "/api/auth/nothing"],
		["PUT", "/api/auth/login"],
	];
	for (const [method, path] of kinds)
		if (!responses.some(({ request }) => request === `${method} ${path}`)) await send(method, path);
	return responses;
}

async function pagesOf(visit: Visit): Promise<HttpResponse[]> {
	const pages = (await responsesOf(visit)).filter(
		({ status, headers: of }) => status === 200 && (of.get("content-type") ?? "").startsWith("text/html"),
	);
	if (pages.length === 0) throw new LeftOut("there is no page");
	return pages;
}

function directivesOf(of: Headers): Map<string, string> {
	const directives = (of.get("content-security-policy") ?? "").split(";").map((each) => each.trim());
	return new Map(
		directives.map((each): [string, string] => {
			const at = each.indexOf(" ");
			return at < 0 ? [each, ""] : [each.slice(0, at), each.slice(at + 1)];
		}),
	);
}
