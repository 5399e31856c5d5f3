/** What an application knows of the provider: its metadata, its keys, and its tokens. */
import { createHash } from "node:crypto";
import {
	createLocalJWKSet,
	decodeProtectedHeader,
	type JSONWebKeySet,
	type JWTPayload,
	jwtVerify,
} from "jose";
import type { SendOptions } from "../http-client.ts";
import { once } from "../logins.ts";
import { BrokenPromise, expect, expectStatus, type HttpResponse, LeftOut } from "../response.ts";

export interface ProviderUses {
	baseUrl: string;
	send(method: string, path: string, options?: SendOptions): Promise<HttpResponse>;
	clock(): number;
}

/** Seconds by which the clocks of this machine and of the service may differ. */
const CLOCK_TOLERANCE = 60;

export type Provider = ReturnType<typeof createProvider>;

export function createProvider({ baseUrl, send, clock }: ProviderUses) {
	const issuer = `${baseUrl}/oidc`;

	const metadata = once(async () => {
		const response = await send("GET", "/oidc/.well-known/openid-configuration");
		if (response.status === 404)
			throw new LeftOut("the service is no OpenID provider: SALLYPORT_OIDC is off");
		expectStatus(response, 200);
		return response;
	});

	/** The path of an endpoint below the base URL. */
	async function endpoint(name: string): Promise<string> {
		const address = String((await metadata()).body?.[name]);
		expect(address.startsWith(`${baseUrl}/`), `${name} is ${address}`);
		return address.slice(baseUrl.length);
	}

	const keys = once(async () => {
		const response = await send("GET", await endpoint("jwks_uri"));
		expectStatus(response, 200);
		return response;
	});

	async function verify(
		jwt: string,
		options: { what: string; typ?: string; audience: string },
	): Promise<JWTPayload> {
		const { what, typ, audience } = options;
		try {
			const published = createLocalJWKSet((await keys()).body as unknown as JSONWebKeySet);
			const { payload } = await jwtVerify(jwt, published, {
				...(typ === undefined ? {} : { typ }),
				...{ issuer, audience, algorithms: ["RS256"], clockTolerance: CLOCK_TOLERANCE },
				currentDate: new Date(clock()),
			});
			return payload;
		} catch (error) {
			throw new BrokenPromise(`${what} does not verify: ${error instanceof Error ? error.message : ""}`);
		}
	}

	return {
		issuer,
		metadata,
		keys,
		endpoint,
		verify,
		/** OpenID Connect Core, 3.1.3.7. */
		async verifyIdToken(
			jwt: string,
			{ clientId, nonce, accessToken }: { clientId: string; nonce: string | null; accessToken: string },
		): Promise<JWTPayload> {
			const claims = await verify(jwt, { what: "the id token", audience: clientId });
			const { sub, azp = clientId, auth_time: authTime, at_hash: hash } = claims;
			expect(typeof decodeProtectedHeader(jwt).kid === "string", "the id token has no kid");
			expect(typeof sub === "string" && sub.length <= 255, "the id token has no sub");
			expect(claims.iat !== undefined && claims.exp !== undefined, "the id token has no iat, or no exp");
			expect(azp === clientId, "azp of the id token is another application");
			expect(typeof authTime === "number", "the id token has no auth_time");
			expect(claims.nonce === (nonce ?? undefined), "nonce of the id token is not that of the request");
			const half = createHash("sha256").update(accessToken).digest().subarray(0, 16);
			expect(hash === undefined || hash === half.toString("base64url"), "at_hash is of another access token");
			return claims;
		},
	};
}
