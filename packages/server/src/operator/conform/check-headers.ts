/** Headers of every answer that was seen during the visit, refusals and errors included. */
import type { Answer } from "./answer.ts";
import { type Check, demand, LeftOut } from "./check.ts";
import type { Visit } from "./visit.ts";

/** What everybody may keep: it is public, and says itself for how long. */
const PUBLIC = /^GET \/(\.well-known\/|api\/auth\/status)/;
/** Seconds. */
const YEAR = 31_536_000;

export const headers: Check[] = [
	each("no-store", "but public ones says Cache-Control: no-store", 1, ({ to, headers, status }) => {
		const control = headers.get("cache-control") ?? "none";
		demand(/^no-store\b/.test(control) || (PUBLIC.test(to) && status < 400), `${to}: ${status} ${control}`);
	}),
	each("request-id", "has an X-Request-Id of its own", 1, ({ to, headers }, { answers }) => {
		const id = headers.get("x-request-id");
		demand(id !== null && id.length >= 16, `${to}: ${id}`);
		const same = answers.filter((other) => other.headers.get("x-request-id") === id).length;
		demand(same === 1, `${to}: ${same} answers have the same`);
	}),
	each("nosniff", "says X-Content-Type-Options: nosniff", 7, ({ to, headers }) => {
		demand(headers.get("x-content-type-options") === "nosniff", to);
	}),
	each("framing", "forbids framing (frame-ancestors 'none', X-Frame-Options: DENY)", 7, ({ to, headers }) => {
		demand(directivesOf(headers).get("frame-ancestors") === "'none'", `${to}: frame-ancestors`);
		demand(headers.get("x-frame-options") === "DENY", `${to}: X-Frame-Options`);
	}),
	each("silent", "keeps silent about the software: no Server, no X-Powered-By", 7, ({ to, headers }) => {
		for (const name of ["Server", "X-Powered-By"])
			demand(!headers.has(name), `${to}: ${name}: ${headers.get(name)}`);
	}),
	each("referrer", "sends no address on to other sites (Referrer-Policy)", 7, ({ to, headers }) => {
		const policy = headers.get("referrer-policy") ?? "none";
		demand(policy === "no-referrer" || policy === "same-origin", `${to}: ${policy}`);
	}),
	each("embedding", "may not be embedded by other sites (Cross-Origin-Resource-Policy)", 7, (answer) => {
		const policy = answer.headers.get("cross-origin-resource-policy") ?? "none";
		demand(policy === "same-origin", `${answer.to}: ${policy}`);
	}),
	{
		id: "headers.hsts",
		promise: "On https every answer asks for https for a year to come (Strict-Transport-Security).",
		section: 6,
		async run(visit) {
			if (!visit.baseUrl.startsWith("https:")) throw new LeftOut("this is plain http");
			for (const { to, headers: of } of await answersOf(visit)) {
				const age = /max-age=(\d+)/.exec(of.get("strict-transport-security") ?? "")?.[1];
				demand(Number(age ?? 0) >= YEAR, `${to}: ${of.get("strict-transport-security")}`);
			}
		},
	},
	{
		id: "headers.page-policy",
		promise:
			"Pages run their own scripts only: no inline script or style, no other host (Content-Security-Policy).",
		section: 4,
		async run(visit) {
			for (const { to, headers: of } of await pagesOf(visit)) {
				const directives = directivesOf(of);
				const expected = { "default-src": "'none'", "script-src": "'self'", "style-src": "'self'" };
				const closed = { "base-uri": "'none'", "object-src": "'none'", "form-action": "'self'" };
				for (const [name, value] of Object.entries({ ...expected, ...closed }))
					demand(directives.get(name) === value, `${to}: ${name} ${directives.get(name) ?? "is missing"}`);
				demand(directives.has("require-trusted-types-for"), `${to}: no Trusted Types`);
				const unsafe = [...directives.values()].find((value) => value.includes("unsafe-"));
				demand(unsafe === undefined, `${to}: ${unsafe}`);
			}
		},
	},
	{
		id: "headers.page-isolation",
		promise:
			"Pages stand alone in their browsing context (Cross-Origin-Opener-Policy) and differ by cookie (Vary).",
		section: 4,
		async run(visit) {
			for (const { to, headers: of } of await pagesOf(visit)) {
				demand(of.get("cross-origin-opener-policy") === "same-origin", `${to}: no opener policy`);
				demand(/\bcookie\b/i.test(of.get("vary") ?? ""), `${to}: Vary: ${of.get("vary")}`);
			}
		},
	},
	{
		id: "headers.json-type",
		promise: "Data is application/json in UTF-8, and says so.",
		section: 7,
		async run(visit) {
			for (const { to, status, body, headers: of } of await answersOf(visit)) {
				const type = of.get("content-type") ?? "no type";
				if (body !== null && status < 400)
					demand(/^application\/json; *charset=utf-8$/i.test(type), `${to}: ${type}`);
			}
		},
	},
];

function each(
	id: string,
	promise: string,
	section: number,
	look: (answer: Answer, visit: Visit) => void,
): Check {
	return {
		id: `headers.${id}`,
		promise: `Every answer ${promise}.`,
		section,
		async run(visit) {
			for (const answer of await answersOf(visit)) look(answer, visit);
		},
	};
}

/** Of all checks so far, and one of each kind at least. */
async function answersOf({ ask, answers }: Visit): Promise<readonly Answer[]> {
	const kinds: Array<[string, string]> = [
		["GET", "/login"],
		["GET", "/healthz"],
		["GET", "/api/auth/csrf"],
		["GET", "/api/auth/session"],
		["GET", "/api/auth/nothing"],
		["PUT", "/api/auth/login"],
	];
	for (const [method, path] of kinds)
		if (!answers.some(({ to }) => to === `${method} ${path}`)) await ask(method, path);
	return answers;
}

async function pagesOf(visit: Visit): Promise<Answer[]> {
	const pages = (await answersOf(visit)).filter(
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
