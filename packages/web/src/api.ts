import type { CsrfValue } from "./csrf-value.ts";
import { Problem, problemOf } from "./problem.ts";

export interface Api {
	/** Paths are below the base URL: `/api/auth/login`. All reject with a Problem. */
	get<T>(path: string): Promise<T>;
	post<T>(path: string, body?: object): Promise<T>;
	remove(path: string): Promise<void>;
}

interface ApiParts {
	/** What stands before every path: the path of the base URL, no slash at the end. */
	base: string;
	csrf: CsrfValue;
	fetch: typeof fetch;
	/** The credential of the page is not good any more; `code` says why. */
	onSessionLost?: (code: string) => void;
	/** Milliseconds until a request is given up. */
	timeout?: number;
}

const sessionLost = ["session_expired", "session_ended", "unauthenticated", "invalid_token"];
const csrfRefused = ["csrf_invalid", "csrf_missing"];

export function createApi({ base, csrf, fetch, onSessionLost, timeout = 20_000 }: ApiParts): Api {
	async function send(method: string, path: string, body?: object): Promise<unknown> {
		const headers: Record<string, string> = { accept: "application/json" };
		if (method !== "GET") headers.csrf = csrf.get();
		if (body) headers["content-type"] = "application/json";
		const signal = AbortSignal.timeout(timeout);
		const request = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
		const response = await fetch(base + path, {
			credentials: "same-origin",
			redirect: "error",
			...request,
		}).catch((cause: unknown) => {
			throw new Problem({ status: 0, code: "network_error", message: String(cause) });
		});
		if (!response.ok) throw await problemOf(response);
		const answer = response.status === 204 ? undefined : await response.json().catch(() => undefined);
		takeCsrf(answer);
		return answer;
	}

	/** Whatever answers with a csrf value replaces the one in use. */
	function takeCsrf(answer: unknown): boolean {
		const fresh = (answer as { csrf?: unknown } | undefined)?.csrf;
		if (typeof fresh !== "string") return false;
		csrf.set(fresh);
		return true;
	}

	/** A refused csrf value (a page left open over night) is replaced by the one in the answer: once. */
	async function request(method: string, path: string, body?: object): Promise<unknown> {
		try {
			return await send(method, path, body).catch((error: Problem) => {
				if (!csrfRefused.includes(error.code) || !takeCsrf(error)) throw error;
				return send(method, path, body);
			});
		} catch (error) {
			if (error instanceof Problem && sessionLost.includes(error.code)) onSessionLost?.(error.code);
			throw error;
		}
	}

	return {
		get: async <T>(path: string) => (await request("GET", path)) as T,
		post: async <T>(path: string, body: object = {}) => (await request("POST", path, body)) as T,
		remove: async (path) => void (await request("DELETE", path)),
	};
}
