import type { SessionAnswer, TokenAnswer } from "./contract.generated.ts";
import { type CookieJar, createCookieJar } from "./cookie-jar.ts";
import { SallyportError } from "./error.ts";

/** What the client holds, in memory only. */
export interface Credential {
	token: string | undefined;
	csrf: string | undefined;
	/** The csrf value came from elsewhere: no cookie belongs to it. */
	readonly isCsrfCopied: boolean;
	readonly cookies: CookieJar;
	/** Local time (ms) at which the credential came or was confirmed; undefined: the owner gave it. */
	readonly since: number | undefined;
	/** How long (ms) a cookie session lives unused, once that is known. */
	readonly idle: number | undefined;
	/** Another number for each session: what belongs to an earlier one is worth nothing. */
	readonly generation: number;
	/** Takes what a login answered with; of a renewal only if the session is still that of `generation`. */
	adopt(answer: TokenAnswer | SessionAnswer, generation?: number): void;
	/** Somebody asked, and the session lives unused for `idle` more (ms). */
	confirm(idle: number): void;
	/** After a logout. */
	forget(): void;
	/** Calls back when the token or the csrf value changes; answers how to stop that. */
	watch(listener: () => void): () => void;
}

interface Start {
	mode: "token" | "cookie";
	clock: () => number;
	token?: string;
	csrf?: string;
}

export function createCredential({ mode, clock, ...start }: Start): Credential {
	let { token, csrf } = start;
	let isCsrfCopied = mode === "token" && csrf !== undefined;
	let since: number | undefined;
	let idle: number | undefined;
	let generation = 0;
	const listeners = new Set<() => void>();

	function set(newToken: string | undefined, newCsrf: string | undefined): void {
		const isNew = token !== newToken || csrf !== newCsrf;
		token = newToken;
		csrf = newCsrf;
		if (isNew) for (const listener of listeners) listener();
	}

	return {
		cookies: createCookieJar(),
		get token() {
			return token;
		},
		set token(given) {
			generation += 1;
			since = undefined;
			set(given, csrf);
		},
		get csrf() {
			return csrf;
		},
		set csrf(fresh) {
			isCsrfCopied = false;
			set(token, fresh);
		},
		get isCsrfCopied() {
			return isCsrfCopied;
		},
		get since() {
			return since;
		},
		get idle() {
			return idle;
		},
		get generation() {
			return generation;
		},
		adopt(answer, of) {
			if (of === undefined) generation += 1;
			else if (of !== generation) return;
			since = clock();
			if ("token" in answer) return set(answer.token, csrf);
			isCsrfCopied = false;
			set(token, answer.csrf);
		},
		confirm(span) {
			since = clock();
			idle = span;
		},
		forget() {
			generation += 1;
			// A value from before the login, or of a page elsewhere, outlives the session of a token.
			set(undefined, mode === "cookie" ? undefined : csrf);
		},
		watch(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
