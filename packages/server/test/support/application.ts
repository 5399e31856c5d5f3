/** An application that users log in to, made with openid-client, and a browser that goes from one to the other. */
import assert from "node:assert/strict";
import * as client from "openid-client";
import type { NewClientAsked } from "../../src/operations/application/add-client.ts";
import type { TestService } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

export const ONLY_ON = { SALLYPORT_OIDC: "on" };

export interface Application {
	id: string;
	secret: string | null;
	configuration: client.Configuration;
	redirectUri: string;
	/** The address that a user is sent to, and what checks the answer. */
	begin(parameters?: Record<string, string>): Promise<Begun>;
}

export interface Begun {
	url: URL;
	/** Redeems the code of the address that the user came back to. */
	redeem(back: string): ReturnType<typeof client.authorizationCodeGrant>;
}

/** Registers an application, and lets it read the discovery document. */
export async function addApplication(
	{ baseUrl, running }: TestService,
	asked: Partial<NewClientAsked> = {},
): Promise<Application> {
	const redirectUri = asked.redirectUris?.[0] ?? "http://127.0.0.1:9/callback";
	const { found, made } = await running.deployment.administration.applications.add({
		name: "Charts",
		redirectUris: [redirectUri],
		...asked,
	});
	const { id, authMethod } = found.client;
	return openApplication(baseUrl, { id, secret: made?.value ?? null, authMethod, redirectUri });
}

/** One that is registered already, as its own configuration says; it reads the discovery document. */
export async function openApplication(
	baseUrl: string,
	given: { id: string; secret: string | null; authMethod: string; redirectUri: string },
): Promise<Application> {
	const { id, secret, authMethod, redirectUri } = given;
	const configuration = await client.discovery(
		new URL(`${baseUrl}/oidc`),
		id,
		undefined,
		secret === null
			? client.None()
			: authMethod === "client_secret_post"
				? client.ClientSecretPost(secret)
				: client.ClientSecretBasic(secret),
		{ execute: [client.allowInsecureRequests] },
	);
	return {
		...{ id, secret, configuration, redirectUri },
		async begin(parameters = {}) {
			const verifier = client.randomPKCECodeVerifier();
			const state = client.randomState();
			const nonce = client.randomNonce();
			const url = client.buildAuthorizationUrl(configuration, {
				redirect_uri: redirectUri,
				scope: "openid profile email groups",
				code_challenge: await client.calculatePKCECodeChallenge(verifier),
				code_challenge_method: "S256",
				...{ state, nonce },
				...parameters,
			});
			return {
				url,
				redeem: (back) =>
					client.authorizationCodeGrant(configuration, new URL(back), {
						pkceCodeVerifier: verifier,
						expectedState: state,
						expectedNonce: nonce,
						idTokenExpected: true,
						...(parameters.max_age === undefined ? {} : { maxAge: Number(parameters.max_age) }),
					}),
			};
		},
	};
}

/** Where a browser ends: an address of an application, or a page of ours. */
export interface Arrived {
	/** The whole address, or the path of a page of ours. */
	at: string;
	answer: Answer;
}

/** Follows redirects for as long as they lead through this service. */
export async function follow(
	{ baseUrl }: Pick<TestService, "baseUrl">,
	visitor: Visitor,
	address: URL | string,
): Promise<Arrived> {
	let at = String(address);
	for (let steps = 0; steps < 10; steps += 1) {
		if (at.startsWith(baseUrl)) at = at.slice(baseUrl.length);
		if (!at.startsWith("/"))
			return { at, answer: { status: 0, headers: new Headers(), text: "", body: null } };
		const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
		const path = prefix !== "" && at.startsWith(`${prefix}/`) ? at.slice(prefix.length) : at;
		const answer = await visitor.get(path, { accept: "text/html, application/xhtml+xml" });
		const location = answer.headers.get("location");
		if (location === null) return { at: path, answer };
		at = location;
	}
	throw new Error("The redirects have no end.");
}

/** A logged-in user opens an application for the first time, and agrees. Resolves with the address that the user comes back to. */
export async function agree(service: TestService, visitor: Visitor, begun: Begun): Promise<string> {
	const asked = await follow(service, visitor, begun.url);
	assert.match(
		asked.at,
		/^\/oidc-login\//,
		`${asked.at} ${asked.answer.status} ${asked.answer.text.slice(0, 400)}`,
	);
	await service.copiedCsrf(visitor).then((csrf) => {
		visitor.csrf = csrf;
	});
	const answer = await visitor.post(asked.at, { allow: true });
	assert.equal(answer.status, 200, answer.text);
	return (await follow(service, visitor, String(answer.body?.location))).at;
}

/** Logs in to an application that is allowed already, or is trusted. */
export async function enter(
	service: TestService,
	visitor: Visitor,
	application: Application,
	parameters?: Record<string, string>,
) {
	const begun = await application.begin(parameters);
	const { at, answer } = await follow(service, visitor, begun.url);
	assert.ok(at.startsWith(application.redirectUri), `${at} ${answer.status} ${answer.text.slice(0, 400)}`);
	return begun.redeem(at);
}

export const form = { "content-type": "application/x-www-form-urlencoded" };

/** How an application on a server shows its secret. */
export const basic = ({ id, secret }: Application) =>
	`Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? "")}`).toString("base64")}`;

/** A code, and what redeems it, by hand. */
export async function codeFor(
	service: Pick<TestService, "baseUrl">,
	visitor: Visitor,
	application: Application,
) {
	const verifier = client.randomPKCECodeVerifier();
	const begun = await application.begin({
		code_challenge: await client.calculatePKCECodeChallenge(verifier),
	});
	const { at } = await follow(service, visitor, begun.url);
	const code = new URL(at).searchParams.get("code") ?? "";
	assert.notEqual(code, "", at);
	const redirect = application.redirectUri;
	const body = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: verifier };
	return { code, body };
}

/** A request to the token endpoint. */
export function token(
	{ port, baseUrl }: Pick<TestService, "port" | "baseUrl">,
	body: Record<string, string>,
	headers: Record<string, string>,
) {
	// The base URL may be that of another instance.
	const { pathname } = new URL(`${baseUrl}/oidc/token`);
	return fetch(`http://localhost:${port}${pathname}`, {
		method: "POST",
		headers: { ...form, ...headers },
		body: new URLSearchParams(body),
	});
}

/** All tokens of an application. Resolves with what writes them again, as a request does that was under way when they ended. */
export async function tokensOf({ running }: TestService, { id }: Application): Promise<() => Promise<void>> {
	const { database } = running.deployment.opened;
	const rows = await database
		.selectFrom("oidc_records")
		.selectAll()
		.where("client_id", "=", id)
		.where("kind", "in", ["RefreshToken", "AccessToken"])
		.execute();
	return async () => {
		const again = database.insertInto("oidc_records").values(rows);
		await again.onConflict((conflict) => conflict.doNothing()).execute();
	};
}
