import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type AdminClient, createAdminClient } from "../../../../../client/src/admin-client.ts";
import { SallyportError } from "../../../../../client/src/error.ts";
import type { Fetch } from "../../../../../client/src/fetch.ts";
import { createProgramClient, type ProgramClient } from "../../../../../client/src/program-client.ts";
import { errorOf } from "../../../../../client/src/read-response.ts";
import { LoginError } from "../../../platform/errors.ts";
import { cause, Failure } from "../../../platform/lib/failure.ts";
import { accessTo } from "../../../platform/lib/open-file.ts";
import { WrongUse } from "../define-command.ts";
import type { Missing } from "../explain-error.ts";
import type { Server } from "../take-server.ts";

export interface ConnectedService {
	call: AdminClient["call"];
	each: AdminClient["each"];
	/** A file or a stream, line by line: path and query after `/api/admin`. */
	lines(path: string, init?: Pick<RequestInit, "headers" | "signal">): Promise<AsyncIterable<string>>;
	/** Where it was reached. */
	url: string;
	/** A document that the service gives to every client, by its path; `issuer`: null where a proxy answers something else. */
	published(path: string): Promise<{ status: number; issuer: string | null }>;
	/** The service account whose key it is. */
	username: string;
	/** Ends the session. */
	close(): Promise<void>;
}

/** Milliseconds for one answer. */
const LATE = 60_000;
/** Seconds that a command waits for the limit of changes, which counts by the minute. */
const LONGEST_WAIT = 120;

export function connectToService({ url, keyFile }: Server): ConnectedService {
	const key = readKeyFile(keyFile);
	const baseUrl = requireBaseUrl(url);
	const program = createProgram({ baseUrl, ...key });
	const fetch = explaining(program.fetch, { baseUrl, username: key.username });
	const admin = createAdminClient({ baseUrl, fetch });
	return {
		call: (...given) =>
			patiently(() => admin.call(...given)).catch((error: unknown) => {
				throw namingMissing(error, given[0]);
			}),
		each: admin.each,
		async lines(path, init) {
			// It may take longer than one answer.
			const signal = new AbortController().signal;
			const response = await fetch(`${baseUrl}/api/admin${path}`, { signal, ...init });
			if (response.ok) return linesOf(response);
			const error = await errorOf(response);
			throw error.code === "session_ended" ? explainReach(error, baseUrl, key.username) : error;
		},
		url: baseUrl,
		async published(path) {
			const response = await fetch(`${baseUrl}${path}`);
			const { issuer } = (await response.json().catch(() => ({}))) as { issuer?: unknown };
			return { status: response.status, issuer: typeof issuer === "string" ? issuer : null };
		},
		username: key.username,
		// The session ends by itself within an hour where the service cannot be reached any more.
		close: () =>
			program.logOut().then(
				() => {},
				() => {},
			),
	};
}

/** As `access-key add --out` writes it: the key, its CSRF token, and its user, a line each. */
function readKeyFile(path: string) {
	if (path === "") throw new WrongUse("--server needs --key-file FILE too, or SALLYPORT_KEY_FILE.");
	const access = accessTo(path);
	if (access?.everyone) {
		const message = `${path} can be read by every user of this machine (mode ${access.mode}). ${access.repair}.`;
		throw new Failure("file_unreadable", message);
	}
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (error) {
		throw new Failure("file_unreadable", `${path} cannot be read`, { cause: error });
	}
	const [accessKey = "", csrf = "", username = "", ...rest] = text.trim().split(/\r?\n/);
	const isWhole = accessKey.startsWith("sallyport_") && csrf.startsWith("k1.") && username !== "";
	if (isWhole && rest.length === 0) return { accessKey, csrf, username };
	const message = `${path} is no key file. It has three lines: an access key (sallyport_…), its CSRF token (k1.…), and the name of its user, as access-key add --out writes them.`;
	throw new Failure("file_unreadable", message);
}

function requireBaseUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : null;
	const isPlain = url === null || url.username + url.password + url.search + url.hash === "";
	if (!isPlain) throw new WrongUse("--server takes an address such as https://login.example.com alone.");
	return text.replace(/\/+$/, "");
}

function createProgram(given: Parameters<typeof createProgramClient>[0]): ProgramClient {
	try {
		return createProgramClient(given);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw new WrongUse(`--server: ${cause(error)}.`);
	}
}

/** Says what the operator can do about an answer that is no refusal of the operation. */
function explaining(fetch: Fetch, { baseUrl, username }: { baseUrl: string; username: string }): Fetch {
	return async (input, init) => {
		let response: Response;
		try {
			response = await fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(LATE) });
		} catch (error) {
			throw error instanceof SallyportError ? explainReach(error, baseUrl, username) : error;
		}
		const [, scope] = /\bscope="([^"]+)"/.exec(response.headers.get("www-authenticate") ?? "") ?? [];
		if (response.status !== 403 || scope === undefined) return response;
		const message = `The access key of ${username} is limited to other scopes: this takes ${scope}.`;
		throw new SallyportError("insufficient_scope", message, { status: 403 });
	};
}

function explainReach(error: SallyportError, baseUrl: string, username: string): SallyportError {
	const { code, status } = error;
	if (code === "network_error" || code === "aborted") {
		const why = error.cause instanceof Error ? `: ${cause(error.cause.cause ?? error.cause)}` : "";
		return new SallyportError(code, `${baseUrl} does not answer${why}. Check --server.`);
	}
	// A session that ended, of a key that opens no other.
	if (code === "invalid_credentials" || code === "session_ended") {
		const message = `The service does not take this access key for ${username}. On its machine, access-key check says what the key is.`;
		return new SallyportError(code, message, { status });
	}
	// Of its login: what an operation does not find is in its answer.
	if (code === "not_found") {
		const message = `The Sallyport at ${baseUrl} has another address: --server takes the base URL, with its path and nothing after it.`;
		return new SallyportError(code, message, { status });
	}
	if (code === "unexpected_answer")
		return new SallyportError(
			code,
			`What answers at ${baseUrl} is no Sallyport: ${status}. Check --server.`,
			{
				status,
			},
		);
	return error;
}

/** What is named by the part of a path before an id. */
const things: Record<string, Missing> = {
	users: "user",
	groups: "group",
	sessions: "session",
	clients: "client",
	secrets: "client secret",
	events: "event",
	mails: "mail",
};

/** Tells what a 404 says there is none of, by the last id in the path of the operation. */
function namingMissing(error: unknown, operation: string): unknown {
	const [, part = ""] = /.*\/([a-z-]+)\/\{/.exec(operation) ?? [];
	const missing = things[part];
	if (!(error instanceof SallyportError) || error.code !== "not_found" || missing === undefined) return error;
	return new LoginError("not_found", { missing, message: error.message });
}

/** Waits while the service limits the changes of the key; what was refused for that has done nothing. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			const { code, retryAfter = LONGEST_WAIT } = error as SallyportError;
			if (!(error instanceof SallyportError) || code !== "rate_limited" || retryAfter >= LONGEST_WAIT)
				throw error;
			console.error(
				`sallyport: the service takes so many changes of a key a minute. Continuing in ${retryAfter} s.`,
			);
			await setTimeout(retryAfter * 1000);
		}
	}
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = "";
	try {
		for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
			const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
			rest = lines.pop() ?? "";
			yield* lines;
		}
	} catch (error) {
		throw new SallyportError("network_error", "The service broke off in the middle of its answer.", {
			cause: error,
		});
	}
	if (rest !== "")
		throw new SallyportError("network_error", "The service broke off in the middle of its answer.");
}
