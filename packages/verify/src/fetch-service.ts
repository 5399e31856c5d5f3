import { readAtMost } from "./read-at-most.ts";

export interface ServiceResponse {
	status: number;
	headers: Headers;
	text: string;
}

/** GETs from the service: follows no redirect, reads at most `limit` bytes, waits no longer than the timeout. */
export type FetchService = (
	url: string,
	given: { headers?: Record<string, string>; limit: number },
) => Promise<ServiceResponse>;

export function createFetchService({
	fetch,
	timeout,
}: {
	fetch: typeof globalThis.fetch;
	timeout: number;
}): FetchService {
	return async function fetchService(url, { headers = {}, limit }) {
		const response = await fetch(url, {
			headers: { ...headers, "cache-control": "no-cache" },
			redirect: "manual",
			signal: AbortSignal.timeout(timeout),
		});
		const body = response.body === null ? new Uint8Array() : await readAtMost(response.body, limit);
		return { status: response.status, headers: response.headers, text: new TextDecoder().decode(body) };
	};
}

/** The JSON object in a response, which must be 200. */
export async function fetchObject(
	fetchService: FetchService,
	url: string,
	limit: number,
): Promise<{ body: Record<string, unknown>; headers: Headers }> {
	const { status, headers, text } = await fetchService(url, {
		headers: { accept: "application/json" },
		limit,
	});
	if (status !== 200) throw new Error(`${url} answered ${status}.`);
	const body: unknown = JSON.parse(text);
	if (typeof body !== "object" || body === null) throw new Error(`${url} answered no JSON object.`);
	return { body: body as Record<string, unknown>, headers };
}

/** Milliseconds for which a response may be cached, by its Cache-Control; at most a day. */
export function maxAgeOf(headers: Headers): number {
	const seconds = Number(/(?:^|[\s,])max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1] ?? 0);
	return Math.min(seconds, 86_400) * 1000;
}
