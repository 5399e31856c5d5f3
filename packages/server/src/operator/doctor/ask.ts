import { explainFetch } from "../../platform/lib/explain-fetch.ts";
import { parseObject } from "../../platform/lib/parse-object.ts";

/** One HTTP answer, as far as it matters here. */
export interface Answer {
	status: number;
	headers: Headers;
	/** Parsed JSON; null for anything else. */
	body: Record<string, unknown> | null;
}

export type Asked = { answer: Answer } | { problem: string };

const TIMEOUT = 5_000;
const MOST_CHARACTERS = 65_536;

/** Sends GET and follows nothing; a failure is a few words, never thrown. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Asked> {
	try {
		const response = await fetch(url, {
			headers: { accept: "application/json", connection: "close", ...headers },
			redirect: "manual",
			signal: AbortSignal.timeout(TIMEOUT),
		});
		const text = (await response.text()).slice(0, MOST_CHARACTERS);
		return { answer: { status: response.status, headers: response.headers, body: parseObject(text) } };
	} catch (error) {
		return { problem: explainFetch(error, TIMEOUT) };
	}
}
