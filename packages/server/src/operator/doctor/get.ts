import { parseObject } from "../../platform/lib/parse-object.ts";

export interface ReceivedResponse {
	status: number;
	headers: Headers;
	/** Parsed JSON; null for anything else. */
	body: Record<string, unknown> | null;
}

const TIMEOUT = 5_000;
const MAX_CHARACTERS = 65_536;

/** Sends GET without following redirects. Resolves with the problem, in a few words, if there is no response. */
export async function get(
	url: string,
	headers: Record<string, string> = {},
): Promise<{ response: ReceivedResponse } | { problem: string }> {
	try {
		const response = await fetch(url, {
			headers: { accept: "application/json", connection: "close", ...headers },
			redirect: "manual",
			signal: AbortSignal.timeout(TIMEOUT),
		});
		const text = (await response.text()).slice(0, MAX_CHARACTERS);
		return { response: { status: response.status, headers: response.headers, body: parseObject(text) } };
	} catch (error) {
		return { problem: explainFetch(error) };
	}
}

/** Why `fetch` failed, in a few words: the network or TLS error hidden in its cause. */
function explainFetch(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === "TimeoutError") return `no answer within ${TIMEOUT / 1000} s`;
	if (error instanceof AggregateError && error.errors.length > 0) return explainFetch(error.errors[0]);
	if (error.cause !== undefined) return explainFetch(error.cause);
	// After the semicolon, Node advises about its command line.
	const message = error.message.split("; ", 1)[0] ?? "";
	return "code" in error ? `${message} (${String(error.code)})` : message;
}
