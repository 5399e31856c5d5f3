/** An application by oauth4webapi, which is one function for each request, without a browser. */
import * as oauth from "oauth4webapi";
import { follow } from "./application.ts";
import type { TestService } from "./service.ts";
import type { Visitor } from "./visitor.ts";

interface Given {
	ISSUER: string;
	CLIENT_ID: string;
	/** Empty: it has none. */
	CLIENT_SECRET: string;
}

const insecure = { [oauth.allowInsecureRequests]: true };

export function createOauth4webapi(
	service: TestService,
	{ ISSUER, CLIENT_ID, CLIENT_SECRET }: Given,
	redirectUri: string,
) {
	const client: oauth.Client = { client_id: CLIENT_ID };
	const authentication = CLIENT_SECRET === "" ? oauth.None() : oauth.ClientSecretBasic(CLIENT_SECRET);
	let found: Promise<oauth.AuthorizationServer> | undefined;
	async function discover(): Promise<oauth.AuthorizationServer> {
		const issuer = new URL(ISSUER);
		return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
	}
	const provider = () => (found ??= discover());

	return {
		async logIn(visitor: Visitor) {
			const at = await provider();
			const [verifier, state, nonce] = [
				oauth.generateRandomCodeVerifier(),
				oauth.generateRandomState(),
				oauth.generateRandomNonce(),
			];
			const url = new URL(String(at.authorization_endpoint));
			url.search = new URLSearchParams({
				...{ client_id: CLIENT_ID, redirect_uri: redirectUri, response_type: "code", state, nonce },
				scope: "openid profile offline_access",
				code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
				code_challenge_method: "S256",
			}).toString();
			const back = new URL((await follow(service, visitor, url)).at);
			const answer = await oauth.authorizationCodeGrantRequest(
				...([at, client, authentication] as const),
				oauth.validateAuthResponse(at, client, back, state),
				...([redirectUri, verifier, insecure] as const),
			);
			const expected = { expectedNonce: nonce, requireIdToken: true };
			const tokens = await oauth.processAuthorizationCodeResponse(at, client, answer, expected);
			await oauth.validateApplicationLevelSignature(at, answer, insecure);
			return { tokens, claims: oauth.getValidatedIdTokenClaims(tokens) as oauth.IDToken };
		},
		async userOf(token: string, sub: string) {
			const at = await provider();
			const answer = await oauth.userInfoRequest(at, client, token, insecure);
			return oauth.processUserInfoResponse(at, client, sub, answer);
		},
		async refresh(token: string) {
			const at = await provider();
			const answer = await oauth.refreshTokenGrantRequest(at, client, authentication, token, insecure);
			return oauth.processRefreshTokenResponse(at, client, answer);
		},
		async revoke(token: string) {
			const at = await provider();
			await oauth.processRevocationResponse(
				await oauth.revocationRequest(at, client, authentication, token, insecure),
			);
		},
		/** Resolves to where the user ends. */
		async logOut(visitor: Visitor, idToken: string) {
			const url = new URL(String((await provider()).end_session_endpoint));
			const given = {
				id_token_hint: idToken,
				post_logout_redirect_uri: new URL("/", redirectUri).href,
				state: "bye",
			};
			url.search = new URLSearchParams(given).toString();
			return (await follow(service, visitor, url)).at;
		},
	};
}
