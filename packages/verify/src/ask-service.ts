import { readAtMost } from "./read-at-most.ts";

export interface ServiceAnswer {
	status: number;
	headers: Headers;
	text: string;
}

/** GETs from the service: never follows it elsewhere, reads no more than `limit` bytes, waits no longer than the time-out. */
export type AskService = (
	url: string,
	given: { headers?: Record<string, string>; limit: number },
) => Promise<ServiceAnswer>;

export function createAskService({
	fetch,
	timeout,
}: {
	fetch: typeof globalThis.fetch;
	timeout: number;
}): AskService {
	return async function askService(url, { headers = {}, limit }) {
		const answer = await fetch(url, {
			headers: { ...headers, "cache-control": "no-cache" },
			redirect: "manual",
			signal: AbortSignal.timeout(timeout),
		});
		const body = answer.body === null ? new Uint8Array() : await readAtMost(answer.body, limit);
		return { status: answer.status, headers: answer.headers, text: new TextDecoder().decode(body) };
	};
}

/** The JSON object in an answer that has to be 200. */
export async function askForObject(
	ask: AskService,
	url: string,
	limit: number,
): Promise<{ body: Record<string, unknown>; headers: Headers }> {
	const { status, headers, text } = await ask(url, { headers: { accept: "application/json" }, limit });
	if (status !== 200) throw new Error(`${url} answered ${status}.`);
	const body: unknown = JSON.parse(text);
	if (typeof body !== "object" || body === null) throw new Error(`${url} answered no JSON object.`);
	return { body: body as Record<string, unknown>, headers };
}

/** Milliseconds that an answer may be kept for, by its Cache-Control; at most a day. */
export function maxAgeOf(headers: Headers): number {
	const seconds = Number(/(?:^|[\s,])max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1] ?? 0);
	return Math.min(seconds, 86_400) * 1000;
}
