import type { SessionAnswer, TokenAnswer } from "./contract.generated.ts";
import { type CookieJar, createCookieJar } from "./cookie-jar.ts";
import { SallyportError } from "./error.ts";

/** What a client holds: in memory, nowhere else. */
export interface Credential extends Readonly<Held> {
	readonly cookies: CookieJar;
	/** A token that the owner kept from an earlier login. */
	give(token: string | undefined): void;
	/** A csrf value that the service gave, together with its cookie. */
	giveCsrf(csrf: string): void;
	/** Takes what a login answered with; what a renewal did only if the session is still that of `generation`. */
	adopt(answer: TokenAnswer | SessionAnswer, generation?: number): void;
	/** The service said that the session lives, and unused for `idle` more (ms). */
	confirm(idle: number): void;
	/** After a logout. */
	forget(): void;
	/** Calls back when the token or the csrf value changes; answers how to stop that. */
	watch(listener: () => void): () => void;
}

interface Held {
	token: string | undefined;
	csrf: string | undefined;
	/** The csrf value comes from elsewhere, and no cookie of ours belongs to it. */
	isCsrfCopied: boolean;
	/** Local time (ms) at which the service gave or confirmed the credential; undefined: the owner gave it. */
	since: number | undefined;
	/** How long (ms) a cookie session lives unused, once that is known. */
	idle: number | undefined;
	/** Another number for each session: an answer that belongs to an earlier one is worth nothing. */
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
		adopt(answer: Partial<TokenAnswer & SessionAnswer>, generation = held.generation + 1) {
			const { token, csrf } = answer;
			if (token === undefined && csrf === undefined)
				throw new SallyportError("unexpected_answer", "The answer carries no credential.", { status: 200 });
			// A renewal that was overtaken by a logout or another login.
			if (generation < held.generation) return;
			const since = clock();
			change(
				token === undefined ? { csrf, isCsrfCopied: false, since, generation } : { token, since, generation },
			);
		},
		confirm: (idle: number) => change({ since: clock(), idle }),
		// A value from before the login, or of a page elsewhere, outlives the session of a token.
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
