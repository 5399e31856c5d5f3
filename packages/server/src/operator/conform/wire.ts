import { explainFetch } from "../../platform/lib/explain-fetch.ts";
import { parseObject } from "../../platform/lib/parse-object.ts";
import type { Answer } from "./answer.ts";
import { LeftOut, NotAsPromised } from "./check.ts";
import type { Secrets } from "./secrets.ts";

export interface Given {
	/** JSON unless it is text or bytes, which are sent as they stand. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Not one of the answers that are looked at together at the end. */
	aside?: boolean;
	/** Beyond the most requests, for what has to be tidied up. */
	tidying?: boolean;
}

/** Sends requests one by one, follows no redirect, keeps no cookie, and remembers every answer. */
export interface Wire {
	ask(method: string, path: string, given?: Given): Promise<Answer>;
	/** Adds one that was asked for aside. */
	observe(answer: Answer): void;
	/** All so far. */
	answers: readonly Answer[];
	requests(): number;
}

const TIMEOUT = 5_000;
const MOST_REQUESTS = 144;
const MOST_CHARACTERS = 1_048_576;

export function createWire({ baseUrl, secrets }: { baseUrl: string; secrets: Secrets }): Wire {
	const answers: Answer[] = [];
	let requests = 0;

	async function send(method: string, path: string, { body, headers = {} }: Given): Promise<Answer> {
		const to = `${method} ${path.split("?")[0]}`;
		try {
			const response = await fetch(`${baseUrl}${path}`, {
				method,
				// As the reference client of the contract accepts.
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
			return { to, status: response.status, headers: response.headers, text, body: parseObject(text) };
		} catch (error) {
			throw new NotAsPromised(`${to}: ${explainFetch(error, TIMEOUT)}`);
		}
	}

	return {
		answers,
		requests: () => requests,
		observe(answer) {
			answers.push(answer);
		},
		async ask(method, path, given = {}) {
			if (requests >= MOST_REQUESTS && given.tidying !== true)
				throw new LeftOut(`${MOST_REQUESTS} requests were sent already`);
			requests += 1;
			const answer = await send(method, path, given);
			for (const member of ["token", "csrf"]) {
				const value = answer.body?.[member];
				if (typeof value === "string") secrets.learn(value);
			}
			for (const line of answer.headers.getSetCookie())
				secrets.learn(/^[^=;]+=([^;]*)/.exec(line)?.[1] ?? "");
			if (given.aside !== true) answers.push(answer);
			return answer;
		},
	};
}

function payloadOf(body: unknown): string | Uint8Array<ArrayBuffer> | null {
	if (body === undefined) return null;
	if (body instanceof Uint8Array) return new Uint8Array(body);
	return typeof body === "string" ? body : JSON.stringify(body);
}
