import { type AdminClient, createAdminClient, SallyportError } from "@sallyport/client";
import { useRef } from "preact/hooks";
import { locale } from "#texts/login.ts";
import type { Page } from "../page.ts";

export type Api = AdminClient["call"];

/** Milliseconds. */
const LATE = 20_000;

/** The operations of the administration, by the cookie of this page. Rejects with a SallyportError. */
export function createApi({ connection }: Page): Api {
	const { credential } = connection;

	async function sent(input: string | URL | Request, init: RequestInit, isRepeat = false): Promise<Response> {
		const headers = new Headers(init.headers);
		// The page may be in another language than those that the browser asks for.
		headers.set("accept-language", locale);
		if (init.method !== "GET") headers.set("csrf", credential.csrf ?? "");
		const late = AbortSignal.timeout(LATE);
		const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
		const response = await connection.fetch(input, {
			...init,
			headers,
			signal,
			credentials: "same-origin",
			redirect: "error",
		});
		if (response.ok) return response;
		const { code, csrf } = await refusalIn(response);
		connection.refused(code);
		if (!/^csrf_/.test(code ?? "") || csrf === undefined || isRepeat) return response;
		// Of the same user: for the page of another one, the service gives none.
		credential.giveCsrf(csrf);
		return sent(input, init, true);
	}

	const { call } = createAdminClient({
		baseUrl: connection.baseUrl,
		fetch: (input, init = {}) => sent(input, init),
	});
	return ((operation, ...given) =>
		call(operation, ...given).catch((cause: unknown) => explained(cause, given[0]?.signal))) as Api;
}

/** What is no refusal of the service: the answer did not come, or broke off. */
export function explained(cause: unknown, signal?: AbortSignal): never {
	if (cause instanceof SallyportError) throw cause;
	if (signal?.aborted) throw new SallyportError("aborted", "", { cause });
	throw new SallyportError("network_error", "No answer came.", { cause });
}

async function refusalIn(response: Response): Promise<{ code?: string; csrf?: string }> {
	const answer: unknown = await response
		.clone()
		.json()
		.catch(() => null);
	return typeof answer === "object" && answer !== null ? answer : {};
}

/** What failed, where it was not the service that said so too. */
export const problemOf = (error: unknown): SallyportError =>
	error instanceof SallyportError ? error : new SallyportError("unexpected_answer", "");

function newKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");
}

/** The key of what is sent: sent again as it was, it makes no second thing. */
export function useKeyOf(): (body: object) => string {
	const sent = useRef({ text: "", key: "" });
	return (body) => {
		const text = JSON.stringify(body);
		if (sent.current.text !== text) sent.current = { text, key: newKey() };
		return sent.current.key;
	};
}
