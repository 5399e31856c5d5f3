/** What is there for somebody who knows nothing but the base URL; all of it under that URL, path prefix included. */
import { demandStatus, described } from "./answer.ts";
import { type Check, demand, LeftOut } from "./check.ts";
import { readStatusList } from "./signed.ts";
import type { Visit } from "./visit.ts";

const PRIVATE_PARTS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const HTML = { headers: { accept: "text/html" } };

export const discovery: Check[] = [
	{
		id: "discovery.metadata",
		promise: "The metadata name the base URL as issuer, and every address in them lies under it.",
		section: 4,
		async run({ ask, baseUrl }) {
			const answer = await ask("GET", "/.well-known/oauth-authorization-server");
			demandStatus(answer, 200);
			const { issuer, ...rest } = answer.body ?? {};
			demand(issuer === baseUrl, `the issuer is ${String(issuer)}`);
			for (const name of ["jwks_uri", "login_endpoint"]) demand(name in rest, `${name} is missing`);
			const addresses = Object.entries(rest).filter(([name]) => /_(endpoint|uri|documentation)$/.test(name));
			for (const [name, address] of addresses)
				demand(String(address).startsWith(`${baseUrl}/`), `${name} is ${String(address)}`);
		},
	},
	{
		id: "discovery.jwks",
		promise: "The published keys have kid, alg and use, and nothing private.",
		section: 4,
		async run({ ask }) {
			const answer = await ask("GET", "/.well-known/jwks.json");
			demandStatus(answer, 200);
			const keys = Array.isArray(answer.body?.keys) ? (answer.body.keys as object[]) : [];
			demand(keys.length > 0, "there is no key");
			for (const key of keys) {
				for (const name of ["kty", "kid", "alg", "use"])
					demand(name in key, `a key has the members ${Object.keys(key).join(", ")}`);
				const secret = PRIVATE_PARTS.find((name) => name in key);
				demand(secret === undefined, `a key shows its private member ${secret}`);
			}
		},
	},
	{
		id: "discovery.status-lists",
		promise: "The status lists are listed, signed, and not sent again while unchanged (ETag, 304).",
		section: 4,
		async run(visit) {
			const answer = await visit.ask("GET", "/api/auth/status");
			demandStatus(answer, 200);
			const lists = answer.body?.status_lists;
			demand(Array.isArray(lists), described(answer));
			const last: unknown = lists.at(-1);
			if (last === undefined) throw new LeftOut("there is no list before the first token");
			await demandUnchanged(visit, String(last));
		},
	},
	{
		id: "discovery.openapi",
		promise: "The OpenAPI document describes the login at this base URL.",
		section: 4,
		async run({ ask, baseUrl }) {
			const answer = await ask("GET", "/openapi.json");
			demandStatus(answer, 200);
			const { openapi, servers, paths } = answer.body ?? {};
			demand(String(openapi).startsWith("3."), `openapi is ${String(openapi)}`);
			demand(JSON.stringify(servers) === JSON.stringify([{ url: baseUrl }]), "servers are others");
			demand(typeof paths === "object" && paths !== null && "/api/auth/login" in paths, "there is no login");
		},
	},
	{
		id: "discovery.health",
		promise: "GET /healthz answers 200.",
		section: 4,
		async run({ ask }) {
			demandStatus(await ask("GET", "/healthz"), 200);
		},
	},
	{
		id: "discovery.pages",
		promise:
			"The login page is there, with a csrf value in its source, and all that it loads lies under the prefix.",
		section: 2,
		async run({ ask, prefix }) {
			const page = await ask("GET", "/login", HTML);
			demandStatus(page, 200);
			demand(/<meta name="csrf-token" content="[A-Za-z0-9._-]+">/.test(page.text), "there is no csrf value");
			const addresses = [...page.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1] ?? "");
			demand(addresses.length > 0, "the page loads nothing");
			const astray = addresses.find((address) => !address.startsWith(`${prefix}/`));
			demand(astray === undefined, `the page loads ${astray}`);
		},
	},
	{
		id: "discovery.redirects",
		promise: "The start and the account page lead whoever is not logged in to the login page.",
		section: 4,
		async run({ ask, prefix }) {
			for (const path of ["/", "/account"]) {
				const answer = await ask("GET", path, HTML);
				const location = answer.headers.get("location") ?? "";
				demand(answer.status === 303, described(answer));
				demand(location.split("?")[0] === `${prefix}/login`, `GET ${path} leads to ${location}`);
			}
		},
	},
];

/** A list may change between two readings, as somebody logs out: then it is read anew. One that always changes breaks it. */
const READINGS = 3;

async function demandUnchanged(visit: Visit, uri: string): Promise<void> {
	for (let reading = 1; ; reading++) {
		const { answer: list } = await readStatusList(visit, uri);
		const etag = list.headers.get("etag");
		demand(etag !== null, "the list has no ETag");
		const headers = { "if-none-match": etag };
		const again = await visit.ask("GET", uri.slice(visit.baseUrl.length), { headers });
		const changed = again.status === 200 && again.headers.get("etag") !== etag;
		if (changed && reading < READINGS) continue;
		demandStatus(again, 304);
		return;
	}
}
