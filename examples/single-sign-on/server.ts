/**
 * A server whose users log in by OpenID Connect, with openid-client. It knows the issuer, and reads all else there.
 *
 *   sallyport client add --id reports --name Reports --redirect-uri http://localhost:3000/callback --post-logout-uri http://localhost:3000/
 *   CLIENT_SECRET=sallyport_oidc_… node examples/single-sign-on/server.ts
 *
 * PORT (3000), ISSUER (http://localhost:8400/oidc), CLIENT_ID (reports), CLIENT_SECRET.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import * as client from "openid-client";

const { PORT = "3000", ISSUER = "http://localhost:8400/oidc", CLIENT_ID = "reports" } = process.env;
const { CLIENT_SECRET = "" } = process.env;
const origin = `http://localhost:${PORT}`;

// Plain http is for your own machine alone.
const options = ISSUER.startsWith("http:") ? { execute: [client.allowInsecureRequests] } : {};
const secret = client.ClientSecretBasic(CLIENT_SECRET);
const provider = await client.discovery(new URL(ISSUER), CLIENT_ID, undefined, secret, options);

/** Users, by their cookie. A service of several processes keeps them in a database. */
const users = new Map<string, { id: string; name: string; idToken: string }>();

interface Turn {
	to: URL;
	cookie: string;
}

/** What the login needs later is in a cookie: anyone may begin one, and no memory is taken up by it. */
async function begin(): Promise<Turn> {
	const state = client.randomState();
	const verifier = client.randomPKCECodeVerifier();
	const to = client.buildAuthorizationUrl(provider, {
		redirect_uri: `${origin}/callback`,
		scope: "openid profile",
		code_challenge: await client.calculatePKCECodeChallenge(verifier),
		code_challenge_method: "S256",
		state,
	});
	return { to, cookie: `reports-login=${state}.${verifier}` };
}

/** The cookie says that it was this browser that began. */
async function finish(back: URL, begun: string): Promise<Turn> {
	const [state = "", verifier = ""] = begun.split(".");
	if (verifier === "") throw new Error("No login has begun here.");
	const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true };
	const tokens = await client.authorizationCodeGrant(provider, back, checks);
	const claims = tokens.claims();
	const cookie = randomUUID();
	users.set(cookie, {
		id: String(claims?.sub),
		name: String(claims?.name),
		idToken: String(tokens.id_token),
	});
	return { to: new URL(origin), cookie: `reports=${cookie}` };
}

/** Out of this application, and of the session there. */
function leave(cookie: string): Turn {
	const id_token_hint = users.get(cookie)?.idToken ?? "";
	users.delete(cookie);
	const to = client.buildEndSessionUrl(provider, {
		post_logout_redirect_uri: `${origin}/`,
		id_token_hint,
	});
	return { to, cookie: "reports=" };
}

const server = createServer(async (request, response) => {
	const url = new URL(request.url ?? "/", origin);
	const cookie = (name: string) =>
		new RegExp(`(?:^|; )${name}=([\\w.-]+)`).exec(request.headers.cookie ?? "")?.[1] ?? "";
	const turn = async () => {
		if (url.pathname === "/login") return begin();
		if (url.pathname === "/callback") return finish(url, cookie("reports-login"));
		return url.pathname === "/logout" ? leave(cookie("reports")) : null;
	};
	try {
		const next = await turn();
		const user = users.get(cookie("reports"));
		if (next !== null) {
			response.setHeader("set-cookie", `${next.cookie}; Path=/; HttpOnly; SameSite=Lax`);
			response.writeHead(303, { location: next.to.href }).end();
		} else response.end(user === undefined ? "Log in: /login" : `You are ${user.name} (${user.id}).`);
	} catch (error) {
		response.writeHead(400).end(`The login failed: ${(error as Error).message}`);
	}
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`The server is at ${origin}.`));
