import type { SendOptions } from "../http-client.ts";
import { BrokenPromise, type HttpResponse } from "../response.ts";
import { createPathJar } from "./path-jar.ts";

export interface UserAgentUses {
	baseUrl: string;
	send(method: string, path: string, options?: SendOptions): Promise<HttpResponse>;
	wait(milliseconds: number): Promise<void>;
}

/** Where the redirects end: on a page of the service, or at an address of an application, which is not opened (null). */
export interface Arrived {
	address: string;
	page: HttpResponse | null;
}

const MOST_REDIRECTS = 12;
/** Milliseconds; a service that asks for more is not waited for. */
const MOST_PATIENCE = 60_000;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const HTML = { accept: "text/html, application/xhtml+xml" };

/** Keeps cookies, each with its path, and follows redirects for as long as they lead through the service. */
export function createUserAgent({ baseUrl, send, wait }: UserAgentUses) {
	const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
	const jar = createPathJar();

	/** null: the address is not of this service. */
	function pathOf(address: string): string | null {
		return address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : null;
	}

	async function request(method: string, path: string, options: SendOptions = {}): Promise<HttpResponse> {
		const cookies = jar.headerFor(`${prefix}${path.split("?")[0]}`);
		const headers = { ...HTML, ...cookies, ...options.headers };
		let response = await send(method, path, { ...options, headers });
		if (response.status === 429) {
			await wait(Math.min(Number(response.headers.get("retry-after") ?? 1) * 1000, MOST_PATIENCE));
			response = await send(method, path, { ...options, headers });
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

	return {
		pathOf,
		request,
		keep: jar.keep,
		open: (address: string) => open(address),
		/** Sends a form from a page of another site: cookies with `SameSite=Lax` stay behind. */
		async post(address: string, body: string): Promise<Arrived> {
			const path = pathOf(address);
			if (path === null) return { address, page: null };
			const headers = { ...HTML, ...FORM, origin: "https://sallyport-conform.invalid" };
			return follow(await send("POST", path, { body, headers }), address);
		},
		/** Sends the form of a page with what is in it already. */
		async submit({ address, page }: Arrived): Promise<Arrived> {
			const text = page?.text ?? "";
			const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
			if (action === undefined) throw new BrokenPromise("no page with a form asks the user");
			const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
			const pairs = fields.map(([, name = "", value = ""]) => [name, withoutEntities(value)]);
			const target = new URL(withoutEntities(action), address).href;
			const path = pathOf(target);
			if (path === null) throw new BrokenPromise(`the form is sent to ${new URL(target).host}`);
			const headers = FORM;
			return follow(
				await request("POST", path, {
					body: new URLSearchParams(pairs as Array<[string, string]>).toString(),
					headers,
				}),
				target,
			);
		},
	};
}

const entities: Record<string, string> = { amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };
const withoutEntities = (text: string) =>
	text.replace(/&(amp|quot|#39|lt|gt);/g, (_all, name: string) => entities[name] ?? "");
