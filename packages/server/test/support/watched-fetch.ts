/** The platform's own fetch, with a list of what went through it. */
export interface WatchedFetch {
	fetch: typeof globalThis.fetch;
	/** Every request in its order: "POST /api/auth/login". */
	seen: string[];
	/** The headers of each request, beside it. */
	headers: Headers[];
	/** Whether cookies may go along, beside each request. */
	credentials: (RequestCredentials | undefined)[];
	/** How often that was asked. */
	count(what: string): number;
}

/** `beforeArrival`: what happens between the answer to a request and its arrival. */
export function watchFetch(
	beforeArrival: (what: string) => Promise<unknown> | undefined = () => undefined,
): WatchedFetch {
	const seen: string[] = [];
	const headers: Headers[] = [];
	const credentials: WatchedFetch["credentials"] = [];
	return {
		seen,
		headers,
		credentials,
		count: (what) => seen.filter((each) => each === what).length,
		async fetch(input, init) {
			const { url, method } = input instanceof Request ? input : { url: input, method: "GET" };
			const what = `${init?.method ?? method} ${new URL(url).pathname}`;
			seen.push(what);
			headers.push(new Headers(init?.headers));
			credentials.push(init?.credentials);
			const response = await fetch(input, init);
			await beforeArrival(what);
			return response;
		},
	};
}
