import { type Connection, connect } from "@sallyport/client";

/** What the server wrote into the page, and the paths of the service. */
export interface Page {
	/** An origin and an optional path prefix, no slash at the end. */
	baseUrl: string;
	/** The path of the base URL. */
	base: string;
	/** The address of one of the pages, in the language that the address of this one asks for. */
	to: (name: string, query?: Record<string, string>) => string;
	connection: Connection<"cookie">;
	root: HTMLElement;
	username: string;
	displayName: string;
	/** Fewest characters of a new password. */
	passwordMinimum: number;
	/** Where the page leads after its form, as the server says. */
	next: string;
	/** Whether users may stay logged in. */
	remembers: boolean;
	/** Whether a forgotten password is recovered by mail. */
	recovers: boolean;
}

/** A session that is over leads to the login page, which shows why, and back here after the login. */
export function readPage(document: Document): Page {
	const page = readPageUntil(leave, document);
	return page;

	function leave(code: string): void {
		const { pathname, search, hash } = location;
		// What follows the # may be a secret, such as the token of a link, and is sent nowhere.
		if (pathname !== `${page.base}/login`)
			location.assign(page.to("login", { next: pathname + search, ended: code }) + hash);
	}
}

/** `onLost`: what a session that is over leads to. */
export function readPageUntil(onLost: (code: string) => void, document: Document): Page {
	const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
	const root = document.querySelector<HTMLElement>("#app");
	const token = meta("csrf-token");
	const baseUrl = meta("base-url")?.content;
	if (root === null || token === null || baseUrl === undefined)
		throw new Error("This is not a page of the service.");

	const base = new URL(baseUrl).pathname.replace(/\/$/, "");
	const connection = connect({
		// Whatever the address of the page: the service reports a wrong origin.
		baseUrl: location.origin + base,
		mode: "cookie",
		csrf: token.content,
		onSessionLost: onLost,
	});
	const { credential } = connection;
	// Integrators read the CSRF token from the source of the page, so keep it current.
	credential.watch(() => token.setAttribute("content", credential.csrf ?? ""));

	const { username = "", displayName = "", passwordMinimum = "15", lang, remember, recovery } = root.dataset;
	function to(name: string, query: Record<string, string> = {}): string {
		const members = new URLSearchParams({ ...query, ...(lang && { lang }) });
		return `${base}/${name}${members.size > 0 ? `?${members}` : ""}`;
	}
	const { next = to("account") } = root.dataset;
	return {
		baseUrl,
		base,
		to,
		connection,
		root,
		username,
		displayName,
		passwordMinimum: Number(passwordMinimum),
		next,
		remembers: remember !== undefined,
		recovers: recovery !== undefined,
	};
}
