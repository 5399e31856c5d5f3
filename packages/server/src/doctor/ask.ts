import { explainFetch } from "../lib/explain-fetch.ts";

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
		return { answer: { status: response.status, headers: response.headers, body: parse(text) } };
	} catch (error) {
		return { problem: explainFetch(error, TIMEOUT) };
	}
}

function parse(text: string): Answer["body"] {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
	} catch {
		return null;
	}
}
