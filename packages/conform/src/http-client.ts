import { BrokenPromise, type HttpResponse, LeftOut } from "./response.ts";
import type { Secrets } from "./secrets.ts";

export interface SendOptions {
	/** Sent as JSON, unless it is a string or bytes. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Keeps the response out of `responses`. */
	unrecorded?: boolean;
	/** Cleaning up may go beyond the limit of requests. */
	cleanUp?: boolean;
}

/** Follows no redirect, keeps no cookie, and records every response. */
export interface HttpClient {
	send(method: string, path: string, options?: SendOptions): Promise<HttpResponse>;
	/** Adds a response that was not recorded. */
	record(response: HttpResponse): void;
	responses: readonly HttpResponse[];
	requests(): number;
}

const TIMEOUT = 5_000;
const MOST_CHARACTERS = 1_048_576;

/** Members of answers that no report may show. */
const SECRET_MEMBERS = ["token", "csrf", "secret", "challenge", "access_token", "id_token", "refresh_token"];

/** `at` is where the requests go; `most` of them, those that clean up aside. */
export function createHttpClient({
	at,
	secrets,
	most,
}: {
	at: string;
	secrets: Secrets;
	most: number;
}): HttpClient {
	const responses: HttpResponse[] = [];
	let requests = 0;

	async function exchange(method: string, path: string, options: SendOptions): Promise<HttpResponse> {
		const { body, headers = {} } = options;
		const request = `${method} ${path.split("?")[0]}`;
		try {
			const response = await fetch(`${at}${path}`, {
				method,
				// The Accept header of the reference client in the contract.
				headers: {
					accept: "application/json, text/plain, */*",
					"user-agent": "sallyport-conform",
					...(body === undefined || body instanceof Uint8Array ? {} : { "content-type": "application/json" }),
					...headers,
				},
				body: payloadOf(body),
				redirect: "manual",
				signal: AbortSignal.timeout(TIMEOUT),
			});
			const text = (await response.text()).slice(0, MOST_CHARACTERS);
			return { request, status: response.status, headers: response.headers, text, body: parseObject(text) };
		} catch (error) {
			throw new BrokenPromise(`${request}: ${explain(error)}`);
		}
	}

	return {
		responses,
		requests: () => requests,
		record(response) {
			responses.push(response);
		},
		async send(method, path, options = {}) {
			if (requests >= most && options.cleanUp !== true)
				throw new LeftOut(`${most} requests were sent already`);
			requests += 1;
			const response = await exchange(method, path, options);
			for (const member of SECRET_MEMBERS) {
				const value = response.body?.[member];
				if (typeof value === "string") secrets.learn(value);
			}
			for (const line of response.headers.getSetCookie())
				secrets.learn(/^[^=;]+=([^;]*)/.exec(line)?.[1] ?? "");
			if (options.unrecorded !== true) responses.push(response);
			return response;
		},
	};
}

function payloadOf(body: unknown): string | Uint8Array<ArrayBuffer> | null {
	if (body === undefined) return null;
	if (body instanceof Uint8Array) return new Uint8Array(body);
	return typeof body === "string" ? body : JSON.stringify(body);
}

function parseObject(text: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
	} catch {
		return null;
	}
}

/** Why `fetch` failed. It hides the reason of the network or of TLS in the cause. */
function explain(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === "TimeoutError") return `no answer within ${TIMEOUT / 1000} s`;
	if (error instanceof AggregateError && error.errors.length > 0) return explain(error.errors[0]);
	if (error.cause !== undefined) return explain(error.cause);
	// After the semicolon comes advice about Node's own options.
	const message = error.message.split("; ", 1)[0] ?? "";
	const code = "code" in error ? String(error.code) : "";
	return message.includes(code) ? message : `${message} (${code})`;
}
