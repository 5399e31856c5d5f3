/** A browser and its user, who logs in, authenticates again and agrees wherever a page asks for it. */
import type { Account, CookieCredential } from "../account.ts";
import type { SendOptions } from "../http-client.ts";
import { BrokenPromise, describe, expectStatus, type HttpResponse, LeftOut, textOf } from "../response.ts";
import { createPathJar } from "./path-jar.ts";

export interface BrowserUses {
	baseUrl: string;
	send(method: string, path: string, options?: SendOptions): Promise<HttpResponse>;
	account: Pick<Account, "authenticateAgain" | "forget">;
	beforeLogin(): Promise<Record<string, string>>;
	logInForCookie(
		headers: Record<string, string>,
	): Promise<{ response: HttpResponse; credential: CookieCredential }>;
	wait(milliseconds: number): Promise<void>;
}

/** Where the redirects end: at an address of an application, or on a page of the service. */
export type Arrived = { address: string; page: null } | { address: string; page: HttpResponse };

/** What a page asked the user for. */
export type Asked = "login" | "reauthenticate" | "consent";

export interface Visited {
	arrived: Arrived;
	asked: Asked[];
}

export type Browser = ReturnType<typeof createBrowser>;

const MOST_REDIRECTS = 12;
const MOST_PAGES = 6;
const HTML = { accept: "text/html, application/xhtml+xml" };
const JSON_ONLY = { accept: "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

export function createBrowser({ baseUrl, send, account, beforeLogin, logInForCookie, wait }: BrowserUses) {
	const { origin, pathname } = new URL(baseUrl);
	const prefix = pathname.replace(/\/$/, "");
	const jar = createPathJar();
	let credential: CookieCredential | null = null;

	/** null: the address is not of this service. */
	function pathOf(address: string): string | null {
		return address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : null;
	}

	async function request(method: string, path: string, options: SendOptions = {}): Promise<HttpResponse> {
		const cookies = jar.headerFor(`${prefix}${path.split("?")[0]}`);
		const once = () =>
			send(method, path, { ...options, headers: { ...HTML, ...cookies, ...options.headers } });
		let response = await once();
		if (response.status === 429) {
			await wait(Number(response.headers.get("retry-after") ?? 1) * 1000);
			response = await once();
		}
		jar.keep(response);
		return response;
	}

	async function open(address: string, redirects = MOST_REDIRECTS): Promise<Arrived> {
		const path = pathOf(address);
		if (path === null) return { address, page: null };
		return follow(await request("GET", path), address, redirects);
	}

	async function follow(page: HttpResponse, address: string, redirects = MOST_REDIRECTS): Promise<Arrived> {
		const location = page.headers.get("location");
		if (location === null || page.status < 300 || page.status > 399) return { address, page };
		if (redirects === 0) throw new BrokenPromise("the redirects have no end");
		return open(new URL(location, address).href, redirects - 1);
	}

	async function logIn(): Promise<void> {
		const { response, credential: own } = await logInForCookie(await beforeLogin());
		if (response.status !== 200) throw new LeftOut(`the login was refused: ${describe(response)}`);
		credential = own;
		jar.keep(response);
	}

	async function csrf(): Promise<Record<string, string>> {
		const response = await request("GET", "/api/auth/csrf", { headers: JSON_ONLY });
		return { csrf: textOf(response.body, "csrf") };
	}

	/** What the user does on a page; null: it asks for nothing. Resolves with where the browser is then. */
	async function act({ address, page }: Arrived): Promise<{ asked: Asked; arrived: Arrived } | null> {
		const path = pathOf(address);
		if (path === null || page === null) return null;
		const next = new URL(address).searchParams.get("next") ?? "";
		if (/^\/login\?/.test(path)) {
			await logIn();
			return { asked: "login", arrived: await open(new URL(next, origin).href) };
		}
		if (/^\/reauthenticate\?/.test(path) && credential !== null) {
			const response = await account.authenticateAgain(credential);
			expectStatus(response, 200);
			jar.keep(response);
			return { asked: "reauthenticate", arrived: await open(new URL(next, origin).href) };
		}
		if (!path.startsWith("/oidc-login/") || page.status !== 200) return null;
		const body = { allow: true };
		const answer = await request("POST", path, {
			body,
			headers: { ...(await csrf()), ...JSON_ONLY },
		});
		expectStatus(answer, 200);
		return { asked: "consent", arrived: await open(textOf(answer.body, "location")) };
	}

	return {
		open: (address: string) => open(address),
		/** Until the application has an answer, or a page says why there is none. */
		async visit(address: string): Promise<Visited> {
			const asked: Asked[] = [];
			let arrived = await open(address);
			for (let pages = 0; pages < MOST_PAGES; pages += 1) {
				const done = await act(arrived);
				if (done === null) return { arrived, asked };
				asked.push(done.asked);
				arrived = done.arrived;
			}
			throw new BrokenPromise(`the user is asked again and again: ${asked.join(", ")}`);
		},
		/** Sends the form of a page with what is in it already. */
		async submit({ address, page }: Arrived): Promise<Arrived> {
			const action = /<form method="post" action="([^"]+)"/.exec(page?.text ?? "")?.[1];
			if (page === null || action === undefined) throw new BrokenPromise("no page with a form asks the user");
			const fields = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
			const body = new URLSearchParams(
				fields.map(([, name = "", value = ""]) => [name, unescape(value)]),
			).toString();
			const target = new URL(unescape(action), address).href;
			const path = pathOf(target);
			if (path === null) throw new BrokenPromise(`the form is sent to ${target}`);
			return follow(await request("POST", path, { body, headers: FORM }), target);
		},
		/** Once a check has seen that the session is over. */
		forgetSession(): void {
			if (credential !== null) account.forget(credential);
			credential = null;
		},
		isLoggedIn: () => credential !== null,
	};
}

const entities: Record<string, string> = { amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };
const unescape = (text: string) =>
	text.replace(/&(amp|quot|#39|lt|gt);/g, (_all, name: string) => entities[name] ?? "");
