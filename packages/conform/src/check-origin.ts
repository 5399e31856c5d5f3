/** Only the service's own pages may cause a request. */
import { describe, expect, expectError, expectStatus } from "./response.ts";
import type { Check, Visit } from "./visit.ts";

/** A reserved name (RFC 6761), so no operator has allowed it. */
const FOREIGN = "https://conform.invalid";

const tryLogin = async ({ send, beforeLogin }: Visit, headers: Record<string, string>) =>
	send("POST", "/api/auth/login", { body: {}, headers: { ...(await beforeLogin()), ...headers } });

const refused = (id: string, from: string, headers: (baseUrl: string) => Record<string, string>): Check => ({
	id: `origin.${id}`,
	promise: `A login that ${from} is refused: 403 origin_forbidden.`,
	section: 2,
	run: async (visit) => expectError(await tryLogin(visit, headers(visit.baseUrl)), "origin_forbidden"),
});

export const origin: Check[] = [
	{
		id: "origin.own",
		promise: "A login from the service's own pages is let through, and one of a client that is no browser.",
		section: 2,
		async run(visit) {
			const { origin: own } = new URL(visit.baseUrl);
			const headersOfCallers: Array<Record<string, string>> = [
				{},
				{ origin: own },
				{ origin: own, "sec-fetch-site": "same-origin" },
			];
			for (const headers of headersOfCallers)
				expectError(await tryLogin(visit, headers), "validation_failed");
		},
	},
	refused("null", "hides its origin (Origin: null)", () => ({ origin: "null" })),
	refused("foreign", "another site causes", () => ({ origin: FOREIGN })),
	refused("other-port", "a page on another port of this host causes", (baseUrl) => {
		const { protocol, hostname } = new URL(baseUrl);
		return { origin: `${protocol}//${hostname}:1` };
	}),
	refused("same-site", "a neighbour of the same site causes (Sec-Fetch-Site)", () => ({
		"sec-fetch-site": "same-site",
	})),
	refused("cross-site", "another site causes without an Origin (Sec-Fetch-Site)", () => ({
		"sec-fetch-site": "cross-site",
	})),
	{
		id: "origin.cookie-calls",
		promise:
			"An unsafe call with a cookie that another site causes is refused, with the right CSRF token too.",
		section: 2,
		async run({ send, cookieLogin }) {
			const headers = await (await cookieLogin()).credential.headers();
			const foreign = [{ origin: FOREIGN }, { origin: "null" }, { "sec-fetch-site": "cross-site" }];
			for (const from of foreign) {
				const response = await send("POST", "/api/auth/reauthenticate", {
					body: {},
					headers: { ...headers, ...from },
				});
				expectError(response, "origin_forbidden");
			}
		},
	},
	{
		id: "origin.no-cors",
		promise: "A foreign origin gets no CORS header, for its preflight or for any answer.",
		section: 2,
		async run({ send }) {
			const preflight = await send("OPTIONS", "/api/auth/login", {
				headers: {
					origin: FOREIGN,
					"access-control-request-method": "POST",
					"access-control-request-headers": "content-type,csrf",
				},
			});
			expectStatus(preflight, 204);
			const response = await send("GET", "/api/auth/csrf", { headers: { origin: FOREIGN } });
			for (const { headers, request } of [preflight, response]) {
				const allowed = headers.get("access-control-allow-origin");
				expect(allowed === null, `${request}: Access-Control-Allow-Origin: ${allowed}`);
			}
			expect((preflight.headers.get("allow") ?? "").includes("POST"), describe(preflight));
		},
	},
];
