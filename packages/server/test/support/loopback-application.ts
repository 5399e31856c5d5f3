/** An application on this machine that users log in to by OpenID Connect: no secret, and PKCE. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { plantApplication } from "./planted-applications.ts";
import type { TestService } from "./service.ts";

type Changes = Parameters<typeof plantApplication>[2];

export interface LoopbackApplication {
	id: string;
	origin: string;
	/** Where it sends a user to log in. */
	loginAddress(scope?: string, more?: Record<string, string>): string;
	/** With what the last user came back. */
	returned(): URLSearchParams;
	/** What it gets for the code: the answer of the token endpoint. */
	redeem(): Promise<Record<string, unknown>>;
	stop(): Promise<void>;
}

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** Where an application of this id and redirect URI sends a user to log in. */
export function loginAddressOf(
	{ baseUrl }: Pick<TestService, "baseUrl">,
	{ id, redirect, scope }: { id: string; redirect: string; scope: string },
	more: Record<string, string> = {},
): string {
	const asked = { client_id: id, response_type: "code", redirect_uri: redirect, scope, state: "mine" };
	const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
	return `${baseUrl}/oidc/auth?${new URLSearchParams({ ...asked, ...pkce, ...more })}`;
}

export async function startApplication(
	service: TestService,
	id: string,
	changes: Changes = {},
): Promise<LoopbackApplication> {
	let last = new URLSearchParams();
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
		if (pathname === "/callback") last = searchParams;
		response.setHeader("content-type", "text/html; charset=utf-8");
		response.end(`<!doctype html><html lang="en"><title>${id}</title><h1>Back at ${id}</h1>`);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const redirect = `${origin}/callback`;
	await plantApplication(service, id, { auth_method: "none", redirect_uris: redirect, ...changes });
	const { baseUrl } = service;
	return {
		id,
		origin,
		loginAddress: (scope = "openid profile", more = {}) =>
			loginAddressOf(service, { id, redirect, scope }, more),
		returned: () => last,
		async redeem() {
			const grant = { grant_type: "authorization_code", redirect_uri: redirect };
			const of = { client_id: id, code: last.get("code") ?? "", code_verifier: verifier };
			const body = new URLSearchParams({ ...grant, ...of });
			return (await fetch(`${baseUrl}/oidc/token`, { method: "POST", body })).json() as Promise<
				Record<string, unknown>
			>;
		},
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
