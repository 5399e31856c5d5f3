/** What a client finds that knows only the base URL: all of it under that URL, path prefix included. */
import { describe, expect, expectStatus, LeftOut } from "./response.ts";
import { readStatusList } from "./tokens.ts";
import type { Check, Visit } from "./visit.ts";

const PRIVATE_PARTS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const RESERVED =
	"iss sub aud iat nbf exp jti sid auth_time acr amr role status scope client_id cnf act".split(" ");
const HTML = { headers: { accept: "text/html" } };

export const discovery: Check[] = [
	{
		id: "discovery.metadata",
		promise: "The metadata name the base URL as issuer, and every address in them lies under it.",
		section: 4,
		async run({ send, baseUrl }) {
			const response = await send("GET", "/.well-known/oauth-authorization-server");
			expectStatus(response, 200);
			const { issuer, ...rest } = response.body ?? {};
			expect(issuer === baseUrl, `the issuer is ${String(issuer)}`);
			for (const name of ["jwks_uri", "login_endpoint"]) expect(name in rest, `${name} is missing`);
			const addresses = Object.entries(rest).filter(([name]) => /_(endpoint|uri|documentation)$/.test(name));
			for (const [name, address] of addresses)
				expect(String(address).startsWith(`${baseUrl}/`), `${name} is ${String(address)}`);
		},
	},
	{
		id: "discovery.acr",
		promise: "The metadata say how strong an authentication can be, the weakest first.",
		section: 4,
		async run({ send }) {
			const { body } = await send("GET", "/.well-known/oauth-authorization-server");
			const [weakest, ...stronger] = [body?.acr_values_supported].flat();
			expect(weakest === "aal1", `acr_values_supported begins with ${String(weakest)}`);
			expect(stronger.includes("aal2"), "acr_values_supported lacks aal2");
		},
	},
	{
		id: "discovery.token-claims",
		promise:
			"Claims that the metadata add to tokens are none that every token has, and none of an API's protection.",
		section: 12,
		async run({ send }) {
			const { body } = await send("GET", "/.well-known/oauth-authorization-server");
			const added = body?.token_claims_supported;
			if (added === undefined) throw new LeftOut("no claims are added to tokens");
			expect(Array.isArray(added) && added.length > 0, `token_claims_supported is ${JSON.stringify(added)}`);
			const name = added.find(
				(each) => RESERVED.includes(each) || !/^[a-z][a-z0-9_]{0,31}$/.test(String(each)),
			);
			expect(name === undefined, `token_claims_supported has ${String(name)}`);
		},
	},
	{
		id: "discovery.jwks",
		promise: "The published keys have kid, alg and use, and nothing private.",
		section: 4,
		async run({ send }) {
			const response = await send("GET", "/.well-known/jwks.json");
			expectStatus(response, 200);
			const keys = Array.isArray(response.body?.keys) ? (response.body.keys as object[]) : [];
			expect(keys.length > 0, "there is no key");
			for (const key of keys) {
				for (const name of ["kty", "kid", "alg", "use"])
					expect(name in key, `a key has the members ${Object.keys(key).join(", ")}`);
				const secret = PRIVATE_PARTS.find((name) => name in key);
				expect(secret === undefined, `a key shows its private member ${secret}`);
			}
		},
	},
	{
		id: "discovery.status-lists",
		promise: "The status lists are listed, signed, and not sent again while unchanged (ETag, 304).",
		section: 4,
		async run(visit) {
			const response = await visit.send("GET", "/api/auth/status");
			expectStatus(response, 200);
			const lists = response.body?.status_lists;
			expect(Array.isArray(lists), describe(response));
			const last: unknown = lists.at(-1);
			if (last === undefined) throw new LeftOut("there is no list before the first token");
			await expectNotModified(visit, String(last));
		},
	},
	{
		id: "discovery.openapi",
		promise: "The OpenAPI document describes the login at this base URL.",
		section: 4,
		async run({ send, baseUrl }) {
			const response = await send("GET", "/openapi.json");
			expectStatus(response, 200);
			const { openapi, servers, paths } = response.body ?? {};
			expect(String(openapi).startsWith("3."), `openapi is ${String(openapi)}`);
			expect(JSON.stringify(servers) === JSON.stringify([{ url: baseUrl }]), "servers are others");
			expect(typeof paths === "object" && paths !== null && "/api/auth/login" in paths, "there is no login");
		},
	},
	{
		id: "discovery.health",
		promise: "GET /healthz answers 200.",
		section: 4,
		async run({ send }) {
			expectStatus(await send("GET", "/healthz"), 200);
		},
	},
	{
		id: "discovery.pages",
		promise:
			"The login page is there, with a CSRF token in its source, and all that it loads lies under the prefix.",
		section: 2,
		async run({ send, prefix }) {
			const page = await send("GET", "/login", HTML);
			expectStatus(page, 200);
			expect(/<meta name="csrf-token" content="[A-Za-z0-9._-]+">/.test(page.text), "there is no CSRF token");
			const addresses = [...page.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1] ?? "");
			expect(addresses.length > 0, "the page loads nothing");
			const astray = addresses.find((address) => !address.startsWith(`${prefix}/`));
			expect(astray === undefined, `the page loads ${astray}`);
		},
	},
	{
		id: "discovery.redirects",
		promise: "Without a session, the start page and the account page redirect to the login page.",
		section: 4,
		async run({ send, prefix }) {
			for (const path of ["/", "/account"]) {
				const response = await send("GET", path, HTML);
				const location = response.headers.get("location") ?? "";
				expect(response.status === 303, describe(response));
				expect(location.split("?")[0] === `${prefix}/login`, `GET ${path} leads to ${location}`);
			}
		},
	},
];

/** A logout may change the list between two reads, so it is read again. A list that always changes breaks the promise. */
const READS = 3;

async function expectNotModified(visit: Visit, uri: string): Promise<void> {
	for (let read = 1; ; read++) {
		const { response: list } = await readStatusList(visit, uri);
		const etag = list.headers.get("etag");
		expect(etag !== null, "the list has no ETag");
		const headers = { "if-none-match": etag };
		const again = await visit.send("GET", uri.slice(visit.baseUrl.length), { headers });
		const changed = again.status === 200 && again.headers.get("etag") !== etag;
		if (changed && read < READS) continue;
		expectStatus(again, 304);
		return;
	}
}
