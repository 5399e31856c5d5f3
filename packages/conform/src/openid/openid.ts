/** A login to an application, from the request to its tokens, as the modules of the OpenID test plans take it. */
import { randomBytes } from "node:crypto";
import { once } from "../logins.ts";
import { describe, expect, type HttpResponse, textOf } from "../response.ts";
import { type Browser, type BrowserUses, createBrowser, type Visited } from "./browser.ts";
import { CALLBACK, type ClientUses, createClients, type TestClient } from "./clients.ts";
import { createProvider, type ProviderUses } from "./provider.ts";
import { createTokens, encode, type Parameters, type Tokens } from "./tokens.ts";

export interface OpenidOptions {
	/** The service can reach this machine's loopback, and may. */
	withBackchannel: boolean;
	/** A check may wait for half a minute. */
	withWaits: boolean;
}

export interface Request {
	/** The first one unless given. */
	client?: TestClient;
	/** The one that most checks share unless given. */
	browser?: Browser;
	/** In place of, or beside, those that every request has. */
	parameters?: Parameters;
}

/** What an application got back, or the page where the user is. */
export interface Answer extends Visited {
	client: TestClient;
	sent: Parameters;
	/** Of the address that the user came back to; null: the application got none. */
	returned: URLSearchParams | null;
}

export interface Entered extends Tokens {
	answer: Answer;
	code: string;
}

export type Openid = ReturnType<typeof createOpenid>;

/** 128 bits. */
const SHORTEST_CODE = 22;

export const random = () => randomBytes(16).toString("base64url");

export function createOpenid(uses: BrowserUses & ClientUses & ProviderUses, options: OpenidOptions) {
	const provider = createProvider(uses);
	const clients = createClients(uses);
	const tokens = createTokens(uses, provider);
	const shared = createBrowser(uses);

	const addressOf = async (name: string, parameters: Parameters): Promise<string> =>
		`${uses.baseUrl}${await provider.endpoint(name)}?${encode(parameters)}`;

	async function ask(request: Request = {}): Promise<Answer> {
		// Where there is no provider, nothing is registered.
		await provider.metadata();
		const { client = await clients.first(), browser = shared, parameters } = request;
		const sent: Parameters = {
			client_id: client.id,
			response_type: "code",
			redirect_uri: CALLBACK,
			scope: "openid",
			state: random(),
			nonce: random(),
			...parameters,
		};
		const visited = await browser.visit(await addressOf("authorization_endpoint", sent));
		const { address, page } = visited.arrived;
		const isBack = page === null && address.split("?")[0] === CALLBACK;
		return { ...visited, client, sent, returned: isBack ? new URL(address).searchParams : null };
	}

	/** Of an answer that is as it should be. */
	function codeOf(answer: Answer): string {
		const { returned, sent } = answer;
		expect(returned !== null, `no code comes back: ${whereOf(answer)}`);
		expect(!returned.has("error"), `the answer is the error ${returned.get("error")}`);
		expect(returned.get("state") === sent.state, "state of the answer is not that of the request");
		const code = returned.get("code") ?? "";
		expect(code.length >= SHORTEST_CODE, `the code has ${code.length} characters`);
		const iss = returned.get("iss");
		expect(iss === null || iss === provider.issuer, `iss of the answer is ${iss}`);
		return code;
	}

	return {
		...{ provider, clients, options, shared, ask, codeOf, addressOf, ...tokens },
		newBrowser: () => createBrowser(uses),
		/** A whole login. `more`: parameters of the request for tokens. */
		async enter(request: Request = {}, more: Parameters = {}): Promise<Entered> {
			const answer = await ask(request);
			const code = codeOf(answer);
			const { client, sent } = answer;
			const response = await tokens.redeem(client, code, more);
			return { answer, code, ...(await tokens.tokensOf(response, { client, nonce: sent.nonce ?? null })) };
		},
		/** The user as the administration shows it. */
		shownUser: once(async (): Promise<HttpResponse> => {
			const { response, credential } = await uses.cookieLogin();
			const path = `/api/admin/users/${textOf(response.body, "id")}`;
			return uses.send("GET", path, { headers: credential.jar.header() });
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
