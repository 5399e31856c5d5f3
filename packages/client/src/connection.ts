import type { CsrfAnswer, Operations, SessionAnswer, TokenAnswer } from "./contract.generated.ts";
import { type Credential, createCredential } from "./credential.ts";
import { freshCsrf, type Refusal, reach, readObject, refusalError } from "./read-response.ts";
import { requireScheme } from "./require-scheme.ts";

/** `token`: a JWT that this client keeps in memory. `cookie`: a cookie session. */
export type Mode = "token" | "cookie";

export interface ConnectionOptions<M extends Mode = "token"> {
	/** An origin and an optional path prefix: `https://host`, `https://host/analytics`. */
	baseUrl: string;
	/** Default: `token`. */
	mode?: M;
	/**
	 * A CSRF token from the source of a logged-in page. In token mode it is sent without a cookie; in cookie mode it must
	 * belong to the session of the cookies. By default one is fetched when needed.
	 */
	csrf?: string;
	/** A token of an earlier login. */
	token?: string;
	/** Default: the platform's. */
	fetch?: typeof globalThis.fetch;
	/** Milliseconds since the epoch. Default: the platform's clock. */
	clock?: () => number;
	/** Milliseconds until a call fails with `network_error`. Default: 20 s. */
	timeout?: number;
	/** Called when the service no longer accepts the credential; `code` says why. */
	onSessionLost?: (code: string) => void;
}

export interface CallOptions {
	/** Cancels the call, which then rejects with `aborted`. */
	signal?: AbortSignal | undefined;
	/** Milliseconds. Default: the client's. */
	timeout?: number | undefined;
}

export type CredentialAnswer<M extends Mode> = M extends "cookie" ? SessionAnswer : TokenAnswer;

/** What the page of a login to an application asks. */
export interface LoginQuestion {
	/** `host`: where the user continues. */
	application: { name: string; host: string; launchUrl: string | null };
	/** What the application would know. */
	scopes: string[];
	/** Of `offline_access`: days that the application stays connected after a logout; 0: it ends with the session. */
	offlineDays: number;
	user: { username: string; displayName: string };
}

/** The operations of the contract, the contract itself, and what one page of the service alone asks. */
interface AllOperations extends Operations {
	"GET /oidc-login/{id}/question": { body: undefined; answer: LoginQuestion };
	"POST /oidc-login/{id}": { body: { allow: boolean }; answer: { location: string } };
	"GET /openapi.json": { body: undefined; answer: object };
}

type Operation = keyof AllOperations;

interface Call<O extends Operation> extends CallOptions {
	body?: AllOperations[O]["body"];
	/** Replaces `{id}` in the path. */
	id?: string;
	/** For login and setup: send a CSRF token and no credential. */
	beforeLogin?: boolean;
	/** The success has no body (204). */
	empty?: boolean;
}

/** A connection to one service: keeps the credential and sends requests. Every operation is a function that takes one. */
export interface Connection<M extends Mode = Mode> {
	readonly baseUrl: string;
	readonly mode: M;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: () => number;
	readonly credential: Credential;
	/** Rejects with a SallyportError. Repeats once if the response contains a fresh CSRF token. */
	send<O extends Operation>(operation: O, call?: Call<O>): Promise<AllOperations[O]["answer"]>;
	/** The current CSRF token, fetched if there is none. */
	csrf(options?: CallOptions): Promise<string>;
	/** Calls `onSessionLost` if the code means that the session is over. */
	refused(code: string | undefined): void;
}

const lost = ["session_expired", "session_ended", "unauthenticated", "invalid_token"];

/** Throws a TypeError for a base URL without its scheme. Does not check whether a credential may be sent to the base URL; `createClient` and `createFetch` do. */
export function connect<M extends Mode = "token">(options: ConnectionOptions<M>): Connection<M> {
	const { mode = "token" as M, clock = Date.now, timeout: usual = 20_000, onSessionLost } = options;
	const { fetch = (...request) => globalThis.fetch(...request) } = options;
	requireScheme(options.baseUrl);
	const baseUrl = options.baseUrl.replace(/\/+$/, "");
	const credential = createCredential({ ...options, mode, clock });

	async function send<O extends Operation>(
		operation: O,
		call: Call<O> = {},
		isRepeat = false,
	): Promise<object | undefined> {
		const { body, id = "", beforeLogin = false, empty, signal, timeout = usual } = call;
		const [method = "", path = ""] = operation.split(" ");
		const isBearer = mode === "token" && !beforeLogin && operation !== "GET /api/auth/csrf";
		const headers: Record<string, string> = { accept: "application/json" };
		if (isBearer && credential.token) headers.authorization = `Bearer ${credential.token}`;
		if (!isBearer && method !== "GET") headers.csrf = await csrf(call);
		if (body) headers["content-type"] = "application/json";
		// Beside a token, cookies are ignored; beside a copied CSRF token they would not match it.
		const withCookies = !isBearer && !(headers.csrf && credential.isCsrfCopied);
		const cookie = withCookies && credential.cookies.header();
		if (cookie) headers.cookie = cookie;

		const late = AbortSignal.timeout(timeout);
		const { response, text } = await reach(signal, async () => {
			const response = await fetch(baseUrl + path.replace("{id}", encodeURIComponent(id)), {
				method,
				headers,
				credentials: withCookies ? "include" : "omit",
				redirect: "error",
				signal: signal ? AbortSignal.any([signal, late]) : late,
				...(body && { body: JSON.stringify(body) }),
			});
			return { response, text: await response.text() };
		});
		credential.cookies.keep(response.headers);
		const answer = readObject(text);
		if (response.ok && (answer || (empty && response.status === 204))) return answer;
		const refusal: Refusal = (!response.ok && answer) || {};
		const fresh = freshCsrf(refusal);
		if (headers.csrf !== undefined && fresh !== undefined && !isRepeat) {
			credential.giveCsrf(fresh);
			return send(operation, call, true);
		}
		refused(refusal.code);
		throw refusalError(refusal, response);
	}

	async function csrf(options: CallOptions = {}): Promise<string> {
		if (credential.csrf !== undefined) return credential.csrf;
		const { signal, timeout } = options;
		const { csrf = "" } = (await send("GET /api/auth/csrf", { signal, timeout })) as Partial<CsrfAnswer>;
		credential.giveCsrf(csrf);
		return csrf;
	}

	function refused(code = ""): void {
		if (lost.includes(code)) onSessionLost?.(code);
	}

	return {
		baseUrl,
		mode,
		fetch,
		clock,
		credential,
		csrf,
		refused,
		send: (operation, call) => send(operation, call) as Promise<AllOperations[typeof operation]["answer"]>,
	};
}
