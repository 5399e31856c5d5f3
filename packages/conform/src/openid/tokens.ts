/** What an application does on its server: it redeems codes, and reads userinfo. */
import type { JWTPayload } from "jose";
import { describe, expect, expectStatus, type HttpResponse, textOf } from "../response.ts";
import { CALLBACK, type TestClient } from "./clients.ts";
import type { Provider, ProviderUses } from "./provider.ts";

/** undefined leaves a parameter out. */
export type Parameters = Record<string, string | undefined>;

export interface Tokens {
	idToken: string;
	accessToken: string;
	/** Empty when there is none. */
	refreshToken: string;
	/** Of the id token, which was verified. */
	claims: JWTPayload;
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** As a query, or as a form. */
export function encode(parameters: Parameters): string {
	const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
	return new URLSearchParams(given).toString();
}

export function createTokens({ send }: Pick<ProviderUses, "send">, provider: Provider) {
	/** To the token endpoint, authenticated as the client. */
	async function token(client: TestClient, parameters: Parameters): Promise<HttpResponse> {
		const path = await provider.endpoint("token_endpoint");
		const { id, secret, method } = client;
		if (method === "client_secret_post") {
			const body = encode({ ...parameters, client_id: id, client_secret: secret });
			return send("POST", path, { body, headers: FORM });
		}
		const pair = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64");
		const headers = { ...FORM, authorization: `Basic ${pair}` };
		return send("POST", path, { body: encode(parameters), headers });
	}

	return {
		redeem: (client: TestClient, code: string, more: Parameters = {}) =>
			token(client, { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...more }),

		refresh: (client: TestClient, refreshToken: string) =>
			token(client, { grant_type: "refresh_token", refresh_token: refreshToken }),

		/** Of a good response. `nonce`: of the request; null: it had none. */
		async tokensOf(
			response: HttpResponse,
			{ client, nonce }: { client: TestClient; nonce: string | null },
		): Promise<Tokens> {
			expectStatus(response, 200);
			const { body, headers } = response;
			const type = headers.get("content-type") ?? "";
			expect(/^application\/json\b/.test(type), `${describe(response)}: it is no JSON`);
			const caching = headers.get("cache-control") ?? "";
			expect(/\bno-store\b/.test(caching), `${describe(response)}: caches may keep it`);
			expect(/^bearer$/i.test(textOf(body, "token_type")), "token_type is not Bearer");
			expect(Number(body?.expires_in) > 0, "expires_in is missing");
			const accessToken = textOf(body, "access_token");
			const idToken = textOf(body, "id_token");
			expect(accessToken !== "" && idToken !== "", `${describe(response)}: a token is missing`);
			const claims = await provider.verifyIdToken(idToken, { clientId: client.id, nonce, accessToken });
			return { accessToken, idToken, refreshToken: textOf(body, "refresh_token"), claims };
		},

		async userinfo(
			accessToken: string,
			how: "get" | "post header" | "post body" = "get",
		): Promise<HttpResponse> {
			const path = await provider.endpoint("userinfo_endpoint");
			const bearer = { authorization: `Bearer ${accessToken}` };
			if (how === "get") return send("GET", path, { headers: bearer });
			if (how === "post header") return send("POST", path, { body: "", headers: { ...FORM, ...bearer } });
			return send("POST", path, { body: encode({ access_token: accessToken }), headers: FORM });
		},
	};
}
