import type { Page } from "./browser.ts";

/** What a foreign page knows: where the service is, and what an attacker's own account gave it. */
export interface Loot {
	target: string;
	/** Valid: of the attacker's own live session. */
	csrf: string;
	/** The attacker's own, as JSON; logging the victim in with it is the aim of login CSRF. */
	credentials: string;
}

/** Resolves with what the foreign page got to see; `refused` where the browser let it see nothing. */
type Attempt = (page: Page, loot: Loot) => Promise<string>;

/** Requests that change something, with the cookies of the visitor. */
export const unsafeAttempts: Record<string, Attempt> = {
	"fetch of login with the csrf header": (page, loot) => post(page, loot, "/api/auth/login", json(loot)),
	"fetch of login as text, without asking first": (page, loot) =>
		post(page, loot, "/api/auth/login", { mode: "no-cors", headers: { "content-type": "text/plain" } }),
	"fetch of logout with the csrf header": (page, loot) => post(page, loot, "/api/auth/logout", json(loot)),
	"fetch of logout, without asking first": (page, loot) =>
		post(page, loot, "/api/auth/logout", { mode: "no-cors" }),
	"fetch that ends all sessions": (page, loot) =>
		post(page, loot, "/api/auth/sessions", { ...json(loot), method: "DELETE" }),
	"form that is a JSON text": (page, loot) => submit(page, loot, "/api/auth/login", "text/plain"),
	"form as forms are": (page, loot) =>
		submit(page, loot, "/api/auth/login", "application/x-www-form-urlencoded"),
	"form with files": (page, loot) => submit(page, loot, "/api/auth/login", "multipart/form-data"),
	"form that logs out": (page, loot) => submit(page, loot, "/api/auth/logout", "text/plain"),
	"form in a sandbox that logs in": (page, loot) => submitFromSandbox(page, loot, "/api/auth/login"),
	"form in a sandbox that logs out": (page, loot) => submitFromSandbox(page, loot, "/api/auth/logout"),
};

/** Ways to read what only the visitor may see. */
export const readingAttempts: Record<string, Attempt> = {
	"fetch of the account page": (page, loot) => read(page, `${loot.target}/account`),
	"fetch of the session": (page, loot) => read(page, `${loot.target}/api/auth/session`),
	"fetch of a CSRF token": (page, loot) => read(page, `${loot.target}/api/auth/csrf`),
	"image of the session": (page, loot) => load(page, "img", `${loot.target}/api/auth/session`),
	"script of the session": (page, loot) => load(page, "script", `${loot.target}/api/auth/session`),
	"script of the pages": (page, loot) => load(page, "script", `${loot.target}/account`),
	"frame of the account page": (page, loot) => frame(page, `${loot.target}/account`),
	"window of the account page": (page, loot) => open(page, `${loot.target}/account`),
};

interface Options {
	method?: string;
	mode?: "no-cors";
	headers?: Record<string, string>;
}

function json({ csrf }: Loot): Options {
	return { headers: { "content-type": "application/json", csrf } };
}

function post(page: Page, { target, credentials }: Loot, path: string, options: Options): Promise<string> {
	const request = { method: "POST", body: credentials, credentials: "include" as const, ...options };
	return page.evaluate(
		([url, request]) =>
			fetch(url, request).then(
				async (answer) => (answer.type === "opaque" ? "refused" : `${answer.status} ${await answer.text()}`),
				() => "refused",
			),
		[target + path, request] as const,
	);
}

function read(page: Page, url: string): Promise<string> {
	return page.evaluate(
		(url) =>
			fetch(url, { credentials: "include" }).then(
				(answer) => answer.text(),
				() => "refused",
			),
		url,
	);
}

/** The browser goes to the answer, as it does with forms. A text/plain form can be made to send valid JSON. */
async function submit(
	page: Page,
	{ target, credentials }: Loot,
	path: string,
	enctype: string,
): Promise<string> {
	const answered = posted(page);
	await page.evaluate(
		([action, enctype, credentials]) => {
			const form = Object.assign(document.createElement("form"), { action, enctype, method: "post" });
			const [start = "", ...rest] = credentials.split(":");
			form.append(
				Object.assign(document.createElement("input"), {
					name: `{"a":"`,
					value: `",${start.slice(1)}:${rest.join(":")}`,
				}),
			);
			document.body.append(form);
			form.submit();
		},
		[target + path, enctype, credentials] as const,
	);
	// Closing a page on its way to another may never end.
	await page.waitForURL(target + path);
	return answered;
}

/** `Origin: null`. */
async function submitFromSandbox(page: Page, { target }: Loot, path: string): Promise<string> {
	const answered = posted(page);
	await page.evaluate((action) => {
		const frame = document.createElement("iframe");
		frame.setAttribute("sandbox", "allow-scripts allow-forms");
		const form = `<form method="post" enctype="text/plain" action="${action}"></form>`;
		frame.srcdoc = `${form}<script>document.forms[0].submit()</script>`;
		document.body.append(frame);
	}, target + path);
	return answered;
}

async function posted(page: Page): Promise<string> {
	const response = await page.waitForResponse((each) => each.request().method() === "POST");
	return String(response.status());
}

function load(page: Page, element: "img" | "script", url: string): Promise<string> {
	return page.evaluate(
		([element, url]) =>
			new Promise<string>((resolve) => {
				const loading = Object.assign(document.createElement(element), {
					onload: () => resolve("loaded"),
					onerror: () => resolve("refused"),
				});
				loading.src = url;
				document.body.append(loading);
			}),
		[element, url] as const,
	);
}

function frame(page: Page, url: string): Promise<string> {
	return page.evaluate(
		(url) =>
			new Promise<string>((resolve) => {
				const frame = document.createElement("iframe");
				frame.onload = () => resolve(frame.contentDocument?.documentElement.outerHTML ?? "refused");
				frame.src = url;
				document.body.append(frame);
			}),
		url,
	);
}

/** The window opens, for the visitor; the page that opened it must have no hold on it. */
async function open(page: Page, url: string): Promise<string> {
	const opening = page.context().waitForEvent("page");
	await page.evaluate((url) => Object.assign(window, { opened: window.open(url) }), url);
	const opened = await opening;
	await opened.waitForLoadState();
	const seen = await page.evaluate(() => {
		const { opened } = window as unknown as { opened: Window };
		try {
			return opened.document.documentElement.outerHTML;
		} catch {
			return "refused";
		}
	});
	const hold = await page.evaluate(() => (window as unknown as { opened: Window }).opened.closed);
	await opened.close();
	return hold ? seen : `still held: ${seen}`;
}
