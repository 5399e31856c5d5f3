/** The plan Basic OP: codes, redirect addresses, request objects, PKCE and refresh tokens. */
import { createHash, randomBytes } from "node:crypto";
import { describe, expect, expectStatus, type HttpResponse, LeftOut, textOf } from "../response.ts";
import type { Check, Visit } from "../visit.ts";
import { CALLBACK } from "./clients.ts";
import { random, whereOf } from "./openid.ts";
import type { Parameters } from "./tokens.ts";

const CORE = "OpenID Connect Core";

function expectInvalidGrant(response: HttpResponse): void {
	const error = textOf(response.body, "error");
	expect(
		response.status === 400 && error === "invalid_grant",
		`${describe(response)}: the error is ${error}`,
	);
}

async function expectNotReusable({ openid, wait }: Visit, seconds: number): Promise<void> {
	const { answer, code, accessToken, refreshToken } = await openid.enter();
	if (seconds > 0) await wait(seconds * 1000);
	expectInvalidGrant(await openid.redeem(answer.client, code));
	expectStatus(await openid.userinfo(accessToken), 401);
	if (refreshToken !== "") expectInvalidGrant(await openid.refresh(answer.client, refreshToken));
}

/** An error page: nothing goes to the address. */
async function expectErrorPage({ openid }: Visit, parameters: Parameters): Promise<void> {
	const { arrived, returned } = await openid.ask({ parameters });
	const status = arrived.page?.status ?? 0;
	expect(status >= 400 && status < 500, whereOf({ arrived, returned }));
}

const unsigned = (claims: object): string =>
	[{ alg: "none" }, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
		.join(".")
		.concat(".");

async function expectNotSupported({ openid }: Visit, parameters: Parameters, error: string): Promise<void> {
	const answer = await openid.ask({ parameters });
	expect(answer.returned !== null, whereOf(answer));
	expect(answer.returned.get("error") === error, `the error is ${answer.returned.get("error")}`);
}

export const codes: Check[] = [
	{
		id: "oidcc-codereuse",
		promise: "A code is good once: the second time is refused, and ends the tokens of the first.",
		section: `${CORE} 3.1.3.2`,
		run: (visit) => expectNotReusable(visit, 0),
	},
	{
		id: "oidcc-codereuse-30seconds",
		promise: "It is refused half a minute later, too.",
		section: `${CORE} 3.1.3.2`,
		async run(visit) {
			if (!visit.openid.options.withWaits) throw new LeftOut("it waits for 30 seconds: see --with-waits");
			await expectNotReusable(visit, 30);
		},
	},
	{
		id: "oidcc-ensure-registered-redirect-uri",
		promise: "An address that is not registered gets nothing: the user sees an error page.",
		section: `${CORE} 3.1.2.1`,
		run: (visit) => expectErrorPage(visit, { redirect_uri: `${CALLBACK}/${random()}` }),
	},
	{
		id: "oidcc-ensure-redirect-uri-in-authorization-request",
		promise: "A request without redirect_uri is answered by an error page.",
		section: `${CORE} 3.1.2.1`,
		run: (visit) => expectErrorPage(visit, { redirect_uri: undefined }),
	},
	{
		id: "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
		promise: "A request by request_uri is refused: request_uri_not_supported.",
		section: `${CORE} 3.1.2.6`,
		run: (visit) =>
			expectNotSupported(
				visit,
				{ request_uri: "https://sallyport-conform.invalid/request" },
				"request_uri_not_supported",
			),
	},
	{
		id: "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
		promise: "A request object is refused, never ignored: request_not_supported.",
		section: `${CORE} 3.1.2.6`,
		run: (visit) =>
			expectNotSupported(visit, { request: unsigned({ state: random() }) }, "request_not_supported"),
	},
	{
		id: "oidcc-ensure-request-object-with-redirect-uri",
		promise: "The redirect_uri of a request object does not make up for one that is not registered.",
		section: `${CORE} 6.1`,
		run: (visit) =>
			expectErrorPage(visit, {
				redirect_uri: `${CALLBACK}/${random()}`,
				request: unsigned({ redirect_uri: CALLBACK }),
			}),
	},
	{
		id: "oidcc-ensure-request-with-valid-pkce-succeeds",
		promise: "With PKCE a code takes the verifier of its request, and no other.",
		section: "RFC 7636 4.6",
		async run({ openid }) {
			const verifier = randomBytes(32).toString("base64url");
			const challenge = createHash("sha256").update(verifier).digest("base64url");
			const parameters = { code_challenge: challenge, code_challenge_method: "S256" };
			await openid.enter({ parameters }, { code_verifier: verifier });
			for (const wrong of [verifier.split("").reverse().join(""), undefined]) {
				const answer = await openid.ask({ parameters });
				expectInvalidGrant(
					await openid.redeem(answer.client, openid.codeOf(answer), { code_verifier: wrong }),
				);
			}
		},
	},
	{
		id: "oidcc-refresh-token",
		promise: "A refresh token gives new tokens of the same user, and to its own application alone.",
		section: `${CORE} 12`,
		async run({ openid, wait }) {
			const parameters = { scope: "openid offline_access", prompt: "consent" };
			const first = await openid.enter({ parameters });
			if (first.refreshToken === "") throw new LeftOut("the service gives no refresh token");
			await wait(1000);
			const { client, sent } = first.answer;
			const again = await openid.refresh(client, first.refreshToken);
			const second = await openid.tokensOf(again, { client, nonce: sent.nonce ?? null });
			expect(second.accessToken !== first.accessToken, "the access token is the same");
			for (const claim of ["iss", "sub", "aud", "auth_time"] as const)
				expect(second.claims[claim] === first.claims[claim], `${claim} of the id token is another`);
			expect(Number(second.claims.iat) > Number(first.claims.iat), "iat of the id token is not later");
			const other = await openid.clients.second();
			expectInvalidGrant(await openid.refresh(other, second.refreshToken || first.refreshToken));
		},
	},
];
