/** A login to an application, from the request to userinfo, as the modules of the OpenID test plans take it. */
import { randomBytes } from "node:crypto";
import type { JWTPayload } from "jose";
import { once } from "../logins.ts";
import { describe, expect, expectStatus, type HttpResponse, textOf } from "../response.ts";
import { type Browser, type BrowserUses, createBrowser, type Visited } from "./browser.ts";
import { CALLBACK, type ClientUses, createClients, type TestClient } from "./clients.ts";
import { createProvider, type ProviderUses } from "./provider.ts";

export interface OpenidOptions {
	/** Whether the service can reach this machine's loopback, and may. */
	withBackchannel: boolean;
	/** Whether a check may wait for half a minute. */
	withWaits: boolean;
}

/** undefined leaves a parameter out. */
export type Parameters = Record<string, string | undefined>;

export interface Request {
	client?: TestClient;
	browser?: Browser;
	parameters?: Parameters;
}

/** What an application got back, or the page where the user is. */
export interface Answer extends Visited {
	client: TestClient;
	sent: Parameters;
	/** Of the address that the user came back to; null: the application got none. */
	returned: URLSearchParams | null;
}

export interface Entered {
	answer: Answer;
	code: string;
	idToken: string;
	accessToken: string;
	refreshToken: string;
	claims: JWTPayload;
}

export type Openid = ReturnType<typeof createOpenid>;

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const SHORTEST_CODE = 22;

export const random = () => randomBytes(16).toString("base64url");

export function createOpenid(uses: BrowserUses & ClientUses & ProviderUses, options: OpenidOptions) {
	const { baseUrl, send } = uses;
	const provider = createProvider(uses);
	const clients = createClients(uses);
	const shared = createBrowser(uses);

	const urlOf = (path: string, parameters: Parameters): string => {
		const given = Object.entries(parameters).filter(
			(pair): pair is [string, string] => pair[1] !== undefined,
		);
		return `${baseUrl}${path}?${new URLSearchParams(given)}`;
	};

	async function ask({ client: given, browser = shared, parameters = {} }: Request = {}): Promise<Answer> {
		await provider.metadata();
		const client = given ?? (await clients.first());
		const sent: Parameters = {
			client_id: client.id,
			response_type: "code",
			redirect_uri: CALLBACK,
			scope: "openid",
			state: random(),
			nonce: random(),
			...parameters,
		};
		const visited = await browser.visit(urlOf(await provider.endpoint("authorization_endpoint"), sent));
		const { address, page } = visited.arrived;
		const isBack = page === null && address.split("?")[0] === CALLBACK;
		return { ...visited, client, sent, returned: isBack ? new URL(address).searchParams : null };
	}

	function codeOf(answer: Answer): string {
		const { returned, sent } = answer;
		expect(returned !== null, `no code comes back: ${whereOf(answer)}`);
		expect(!returned.has("error"), `the answer is the error ${returned.get("error")}`);
		expect(returned.get("state") === (sent.state ?? null), "state of the answer is not that of the request");
		const code = returned.get("code") ?? "";
		expect(code.length >= SHORTEST_CODE, `the code has ${code.length} characters`);
		const iss = returned.get("iss");
		expect(iss === null || iss === provider.issuer, `iss of the answer is ${iss}`);
		return code;
	}

	async function token(client: TestClient, parameters: Parameters): Promise<HttpResponse> {
		const isBasic = client.method === "client_secret_basic";
		const own: Parameters = isBasic ? {} : { client_id: client.id, client_secret: client.secret };
		const pair = `${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`;
		const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
		const given = Object.entries({ ...parameters, ...own }).filter(
			(each): each is [string, string] => each[1] !== undefined,
		);
		const headers = { ...FORM, ...(isBasic ? { authorization } : {}) };
		const body = new URLSearchParams(given).toString();
		return send("POST", await provider.endpoint("token_endpoint"), { body, headers });
	}

	const redeem = (client: TestClient, code: string, more: Parameters = {}) =>
		token(client, { grant_type: "authorization_code", code, redirect_uri: CALLBACK, ...more });

	/** The tokens of a good response, the id token verified. */
	async function tokensOf(response: HttpResponse, { client, sent }: Pick<Answer, "client" | "sent">) {
		expectStatus(response, 200);
		const { body, headers } = response;
		expect(
			/^application\/json\b/.test(headers.get("content-type") ?? ""),
			`${describe(response)}: it is no JSON`,
		);
		expect(
			/\bno-store\b/.test(headers.get("cache-control") ?? ""),
			`${describe(response)}: caches may keep it`,
		);
		expect(/^bearer$/i.test(textOf(body, "token_type")), "token_type is not Bearer");
		expect(Number(body?.expires_in) > 0, "expires_in is missing");
		const accessToken = textOf(body, "access_token");
		const idToken = textOf(body, "id_token");
		expect(accessToken !== "" && idToken !== "", `${describe(response)}: a token is missing`);
		const nonce = sent.nonce ?? null;
		const claims = await provider.verifyIdToken(idToken, { clientId: client.id, nonce, accessToken });
		return { accessToken, idToken, refreshToken: textOf(body, "refresh_token"), claims };
	}

	async function enter(request: Request = {}, more: Parameters = {}): Promise<Entered> {
		const answer = await ask(request);
		const code = codeOf(answer);
		return { answer, code, ...(await tokensOf(await redeem(answer.client, code, more), answer)) };
	}

	async function userinfo(accessToken: string, how: "get" | "post header" | "post body" = "get") {
		const path = await provider.endpoint("userinfo_endpoint");
		const headers = { authorization: `Bearer ${accessToken}` };
		if (how === "get") return send("GET", path, { headers });
		const body = how === "post body" ? new URLSearchParams({ access_token: accessToken }).toString() : "";
		return send("POST", path, { body, headers: how === "post body" ? FORM : { ...FORM, ...headers } });
	}

	return {
		...{ provider, clients, options, shared },
		...{ ask, codeOf, redeem, token, tokensOf, enter, userinfo },
		newBrowser: () => createBrowser(uses),
		urlOf,
		/** The user as the administration shows it. */
		account: once(async () => {
			const { response, credential } = await uses.cookieLogin();
			const id = textOf(response.body, "id");
			return { id, shown: await send("GET", `/api/admin/users/${id}`, { headers: credential.jar.header() }) };
		}),
		cleanUp: clients.removeAll,
	};
}

/** In a few words, without any value of a request. */
export function whereOf({
	arrived: { address, page },
	returned,
}: Pick<Answer, "arrived" | "returned">): string {
	if (returned !== null) return `the application gets ${[...returned.keys()].join(", ")}`;
	return page === null ? `the user is sent to ${new URL(address).host}` : `a page, ${describe(page)}`;
}
