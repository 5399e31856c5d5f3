import type { SessionAnswer, TokenAnswer } from "./contract.generated.ts";
import { type CookieJar, createCookieJar } from "./cookie-jar.ts";
import { SallyportError } from "./error.ts";

/** The credential of a client, in memory only. */
export interface Credential extends Readonly<Held> {
	readonly cookies: CookieJar;
	/** A token that the caller kept from an earlier login. */
	give(token: string | undefined): void;
	/** A CSRF token from the service, with its cookie. */
	giveCsrf(csrf: string): void;
	/** Takes the result of a login, or of a renewal if the session is still that of `generation`. */
	adopt(response: TokenAnswer | SessionAnswer, generation?: number): void;
	/** The session lives, and stays alive unused for `idle` ms. */
	confirm(idle: number): void;
	/** After a logout. */
	forget(): void;
	/** Calls back when the token or the CSRF token changes; returns a function that unsubscribes. */
	watch(listener: () => void): () => void;
}

interface Held {
	token: string | undefined;
	csrf: string | undefined;
	/** The CSRF token was copied from a page, so no cookie of ours belongs to it. */
	isCsrfCopied: boolean;
	/** Local time (ms) at which the service issued or confirmed the credential; undefined: the caller set it. */
	since: number | undefined;
	/** How long (ms) an unused cookie session lives, once known. */
	idle: number | undefined;
	/** Changes with each session, so that responses for an earlier one are ignored. */
	generation: number;
}

interface Start {
	mode: "token" | "cookie";
	clock: () => number;
	token?: string;
	csrf?: string;
}

export function createCredential({ mode, clock, token, csrf }: Start): Credential {
	const isCsrfCopied = mode === "token" && csrf !== undefined;
	const held: Held = { token, csrf, isCsrfCopied, since: undefined, idle: undefined, generation: 0 };
	const listeners = new Set<() => void>();

	function change(to: Partial<Held>): void {
		Object.assign(held, to);
		for (const listener of listeners) listener();
	}

	return Object.assign(held, {
		cookies: createCookieJar(),
		give: (token: string | undefined) => change({ token, since: undefined, generation: held.generation + 1 }),
		giveCsrf: (csrf: string) => change({ csrf, isCsrfCopied: false }),
		adopt(response: Partial<TokenAnswer & SessionAnswer>, generation = held.generation + 1) {
			const { token, csrf } = response;
			if (token === undefined && csrf === undefined)
				throw new SallyportError("unexpected_answer", "The response carries no credential.", { status: 200 });
			// A logout or another login has overtaken this renewal.
			if (generation < held.generation) return;
			const since = clock();
			change(
				token === undefined ? { csrf, isCsrfCopied: false, since, generation } : { token, since, generation },
			);
		},
		confirm: (idle: number) => change({ since: clock(), idle }),
		// A token from before the login, or of a page, outlives a token session.
		forget: () =>
			change({
				token: undefined,
				generation: held.generation + 1,
				...(mode === "cookie" && { csrf: undefined }),
			}),
		watch(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	});
}
