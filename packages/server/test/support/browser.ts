/**
 * Real Chromium for the journeys: started once per process. Journeys share a page, which is emptied between them, also with
 * those of other services: a new one takes three times the processor time of what most of them do.
 */
import assert from "node:assert/strict";
import { after } from "node:test";
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	type ConsoleMessage,
	chromium,
	type LaunchOptions,
	type Page,
	type Request,
	type WebError,
} from "playwright-core";
import { unpackedChromium } from "./chromium.ts";
import { hasRoomInMemory } from "./database-folder.ts";

export type { Page, Request, Response, Route } from "playwright-core";

export interface Journey {
	page: Page;
	context: BrowserContext;
	/** A page opened in the same profile, watched like the first. */
	tab(): Promise<Page>;
	/** What is undone at the end, as the page may serve the next journey. */
	ends: AsyncDisposableStack;
}

/** What a page has for good. */
const ofContext = ["hasTouch", "isMobile", "javaScriptEnabled", "locale", "permissions"] as const;
/** What can be changed. */
type Look = Pick<BrowserContextOptions, "colorScheme" | "reducedMotion" | "viewport">;

export interface JourneyOptions extends Look, Pick<BrowserContextOptions, (typeof ofContext)[number]> {
	/** Where the pages of this journey live. */
	baseUrl: string;
	/** Origins of the test itself, which a journey may visit as well. */
	alsoVisits?: string[];
	/** Console errors that belong to what is tried. */
	expects?: RegExp;
	/** A folder that keeps what the browser keeps when it is closed; it is started for this journey alone. */
	profile?: string;
	/** Nothing is shared: the page is changed in a way that cannot be undone, or what counts is that the cache is empty. */
	alone?: boolean;
	/** It moves the clock of its page, which keeps a false one from then on: only such journeys share it. */
	movesClock?: boolean;
}

/**
 * Runs one journey, then fails it if any page complained (script error, Content Security Policy, Trusted Types) or
 * asked another origin for anything.
 */
export async function journey(
	options: JourneyOptions,
	road: (journey: Journey) => Promise<void>,
): Promise<void> {
	const { baseUrl, alsoVisits = [], expects, profile, alone = false, movesClock = false } = options;
	// Of all that a test hands over, which may be its service.
	const inContext = Object.fromEntries(ofContext.map((name) => [name, options[name]]));
	const isShared = profile === undefined && !alone;
	const page = isShared ? await sharedPage(inContext, movesClock) : await newPage(inContext, profile);
	const context = page.context();
	bases.set(context, `${baseUrl}/`);
	await takeLook(page, options);
	const complaints: string[] = [];
	const origins = [new URL(baseUrl).origin, ...alsoVisits];
	const watch = {
		request(request: Request) {
			const { origin, protocol } = new URL(request.url());
			if (protocol !== "about:" && !origins.includes(origin)) complaints.push(`asked ${request.url()}`);
		},
		weberror: (error: WebError) => complaints.push(error.error().message),
		console(message: ConsoleMessage) {
			const text = message.text();
			if (message.type() !== "error" || anyRefusal.test(text) || expects?.test(text)) return;
			complaints.push(text);
		},
	};
	context.on("request", watch.request).on("weberror", watch.weberror).on("console", watch.console);
	let isEmpty = false;
	try {
		const ends = new AsyncDisposableStack();
		await road({ context, page, tab: async () => asTestsUseIt(await context.newPage()), ends }).catch(
			(cause: unknown) => {
				// Mostly the reason: a script that did not load leaves a page on which nothing ever appears.
				throw complaints.length > 0
					? new Error(`a page complained: ${complaints.join("; ")}`, { cause })
					: cause;
			},
		);
		assert.deepEqual(complaints, []);
		if (isShared) {
			await ends.disposeAsync();
			context.off("request", watch.request).off("weberror", watch.weberror).off("console", watch.console);
			isEmpty = await empty(page, baseUrl);
		}
	} finally {
		if (!isEmpty) await context.close();
	}
}

/** Where the paths of a journey begin. */
const bases = new WeakMap<BrowserContext, string>();

/** The address of a path, on the service that the page is for at the moment. */
export const addressFor = (page: Page, path: string) => new URL(path, bases.get(page.context())).href;

/** Paths as with the option baseURL, which a context has for good, and routes that hold from the next request on. */
function asTestsUseIt(page: Page): Page {
	const goto = page.goto.bind(page);
	const route = page.route.bind(page);
	page.goto = (path, options) => goto(addressFor(page, path), options);
	page.route = async (url, handler, options) => {
		const routed = await route(url, handler, options);
		await route(probe, (probed) => probed.fulfill({ status: 204 }));
		// Chromium says that it holds requests a moment before it does. One that slips through is seen by no listener.
		while (!(await isHeld(page)));
		await page.unroute(probe);
		return routed;
	};
	return page;
}

/** A file that every service has. */
const probe = "**/robots.txt?held";

/** A document that is still to come holds from its first request on. */
async function isHeld(page: Page): Promise<boolean> {
	const address = addressFor(page, "robots.txt?held");
	if (new URL(page.url()).origin !== new URL(address).origin) return true;
	return page.evaluate(async (url) => (await fetch(url)).status === 204, address);
}

async function takeLook(page: Page, look: Look): Promise<void> {
	const { colorScheme = "light", reducedMotion = "no-preference", viewport } = look;
	await page.emulateMedia({ colorScheme, reducedMotion });
	const { width, height } = viewport ?? usual;
	const current = page.viewportSize();
	if (current?.width !== width || current.height !== height) await page.setViewportSize({ width, height });
}

const usual = { width: 1280, height: 720 };

const shared = new Map<string, Page>();

/** The page of an earlier journey, if one with the same options left it open. */
async function sharedPage(inContext: BrowserContextOptions, movesClock: boolean): Promise<Page> {
	const kind = JSON.stringify({ ...inContext, movesClock });
	const left = shared.get(kind);
	if (left !== undefined && !left.isClosed()) return left;
	const page = await newPage(inContext);
	shared.set(kind, page);
	return page;
}

async function newPage(inContext: BrowserContextOptions, profile?: string): Promise<Page> {
	const context =
		profile === undefined
			? await (await startedBrowser()).newContext(inContext)
			: await start((given) => chromium.launchPersistentContext(profile, { ...given, ...inContext }));
	// Only what never comes is waited for so long, on a machine that does much else.
	context.setDefaultTimeout(30_000);
	return asTestsUseIt(await context.newPage());
}

/** The pages of the service keep nothing in a browser but cookies. False when it cannot be done, as the page is on its way elsewhere. */
async function empty(page: Page, baseUrl: string): Promise<boolean> {
	const context = page.context();
	try {
		for (const other of context.pages()) if (other !== page) await other.close();
		await page.unrouteAll();
		// A page of the service, without scripts. After about:blank, which belongs to no site, the next page takes a new process.
		await page.goto(`${baseUrl}/robots.txt`);
		await context.clearCookies();
		return true;
	} catch {
		return false;
	}
}

/** Chromium writes a line for every answer from 400 up; whether it was right to refuse, the journeys say. */
const anyRefusal = /^Failed to load resource: the server responded with a status of [45]\d\d /;

let browser: Promise<Browser> | undefined;

/** Once more if it breaks off: now and then, Chromium crashes as it starts. */
function startedBrowser(): Promise<Browser> {
	const launch = () => start((options) => chromium.launch(options));
	browser ??= launch().catch(launch);
	return browser;
}

/** The browser would keep its process from ending. */
export async function closeBrowser(): Promise<void> {
	await (await browser?.catch(() => undefined))?.close();
}

// After all files of a process of tests; a program without tests closes it itself.
after(closeBrowser);

async function start<Started>(launch: (options: LaunchOptions) => Promise<Started>): Promise<Started> {
	try {
		const { executable, environment, args } = await unpackedChromium();
		return await launch({
			executablePath: executable,
			args: [
				...args,
				"--disable-quic",
				"--disable-gpu",
				"--in-process-gpu",
				"--disable-background-networking",
				"--disable-component-update",
				"--no-sandbox",
				// A page lives for a moment: to optimise its scripts costs more than it saves.
				"--js-flags=--no-opt --no-maglev --single-threaded",
				// No name is looked up, whatever a page or the browser itself wants.
				"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
			],
			ignoreDefaultArgs: [
				// What the back button shows is tested too.
				"--disable-back-forward-cache",
				// It draws in files otherwise.
				...(hasRoomInMemory() ? ["--disable-dev-shm-usage"] : []),
			],
			env: { ...process.env, ...environment } as Record<string, string>,
		});
	} catch (cause) {
		throw new Error(
			"Chromium does not start here. It is part of the packages (@sparticuz/chromium, for Linux on x64 with glibc) " +
				"and needs about 250 MB in the temporary folder; the reason is below.",
			{ cause },
		);
	}
}
