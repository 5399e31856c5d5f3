/** The applications that the checks play: registered by the given admin when a check needs one, and removed at the end. */
import type { CookieCredential } from "../account.ts";
import type { SendOptions } from "../http-client.ts";
import { once } from "../logins.ts";
import { describe, expect, type HttpResponse, LeftOut, textOf } from "../response.ts";

/** No browser ever gets there (RFC 2606). */
export const CALLBACK = "https://sallyport-conform.invalid/callback";
export const LOGGED_OUT = "https://sallyport-conform.invalid/logged-out";

export interface TestClient {
	id: string;
	secret: string;
	method: "client_secret_basic" | "client_secret_post";
}

export interface ClientUses {
	send(method: string, path: string, options?: SendOptions): Promise<HttpResponse>;
	cookieLogin(): Promise<{ response: HttpResponse; credential: CookieCredential }>;
}

const CLIENTS = "/api/admin/clients";

export function createClients({ send, cookieLogin }: ClientUses) {
	const ids = new Set<string>();
	let registered = 0;

	async function register(
		method: TestClient["method"],
		more: Record<string, unknown> = {},
	): Promise<TestClient> {
		const body = {
			name: "sallyport-conform",
			redirectUris: [CALLBACK],
			postLogoutUris: [LOGGED_OUT],
			authMethod: method,
			// Most modules of the plans do not know PKCE.
			pkce: "optional",
			scopes: ["openid", "profile", "email", "groups", "offline_access"],
			// Should nothing remove it.
			secretDays: 1,
			...more,
		};
		const { credential } = await cookieLogin();
		const response = await send("POST", CLIENTS, { body, headers: await credential.headers() });
		if (response.status === 404)
			throw new LeftOut("the service has no administration, or not for this address");
		if (response.body?.code === "forbidden")
			throw new LeftOut("the user is no admin, who registers applications");
		expect(response.status === 201, describe(response));
		const id = textOf(response.body?.client, "id");
		ids.add(id);
		registered += 1;
		return { id, method, secret: textOf(response.body?.secret, "secret") };
	}

	return {
		register,
		registered: () => registered,
		first: once(() => register("client_secret_basic")),
		second: once(() => register("client_secret_basic")),
		posting: once(() => register("client_secret_post")),
		/** Resolves with how many could not be removed. */
		async removeAll(): Promise<number> {
			let left = 0;
			for (const id of ids) {
				try {
					const headers = await (await cookieLogin()).credential.headers();
					const options = { body: { confirm: id }, headers, cleanUp: true };
					if ((await send("POST", `${CLIENTS}/${id}/delete`, options)).status !== 200) left += 1;
				} catch {
					left += 1;
				}
			}
			ids.clear();
			return left;
		},
	};
}
