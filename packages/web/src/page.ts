import { type Connection, connect } from "@sallyport/client";

/** What the server wrote into the page, and the way back to it. */
export interface Page {
	/** An origin and an optional path prefix, no slash at the end. */
	baseUrl: string;
	/** The path of the base URL: what stands before every link. */
	base: string;
	connection: Connection<"cookie">;
	root: HTMLElement;
	username: string;
	displayName: string;
	/** Fewest characters of a new password. */
	passwordMinimum: number;
}

export function readPage(document: Document): Page {
	const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
	const root = document.querySelector<HTMLElement>("#app");
	const token = meta("csrf-token");
	const baseUrl = meta("base-url")?.content;
	if (root === null || token === null || baseUrl === undefined)
		throw new Error("This is not a page of the service.");

	const base = new URL(baseUrl).pathname.replace(/\/$/, "");
	const connection = connect({
		// Under whatever address the page was opened: the service says if it is a wrong one.
		baseUrl: location.origin + base,
		mode: "cookie",
		csrf: token.content,
		onSessionLost: leave,
	});
	const { credential } = connection;
	// The page as it stands is where integrators look for the value: it shows the one in use.
	credential.watch(() => token.setAttribute("content", credential.csrf ?? ""));

	/** To the login page, which says why, and back to here from there. */
	function leave(code: string): void {
		const { pathname, search, hash } = location;
		const query = new URLSearchParams({ next: pathname + search + hash, ended: code });
		if (pathname !== `${base}/login`) location.assign(`${base}/login?${query}`);
	}

	const { username = "", displayName = "", passwordMinimum = "15" } = root.dataset;
	return { baseUrl, base, connection, root, username, displayName, passwordMinimum: Number(passwordMinimum) };
}
