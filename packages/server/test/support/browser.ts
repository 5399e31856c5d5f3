/** Real Chromium for the journeys: started once per process, a fresh profile for each journey. */
import assert from "node:assert/strict";
import { after } from "node:test";
import {
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	type LaunchOptions,
	type Page,
} from "playwright-core";
import { unpackedChromium } from "./chromium.ts";
import { hasRoomInMemory } from "./database-folder.ts";

export type { Page } from "playwright-core";

export interface Journey {
	page: Page;
	context: BrowserContext;
	/** A page opened in the same profile, watched like the first. */
	tab(): Promise<Page>;
}

export interface JourneyOptions extends BrowserContextOptions {
	/** Where the pages of this journey live. */
	baseUrl: string;
	/** Origins of the test itself, which a journey may visit as well. */
	alsoVisits?: string[];
	/** Console errors that belong to what is tried. */
	expects?: RegExp;
	/** A folder that keeps what the browser keeps when it is closed; it is started for this journey alone. */
	profile?: string;
}

/**
 * Runs one journey, then fails it if any page complained (script error, Content Security Policy, Trusted Types) or
 * asked another origin for anything.
 */
export async function journey(
	{ baseUrl, alsoVisits = [], expects, profile, ...options }: JourneyOptions,
	road: (journey: Journey) => Promise<void>,
): Promise<void> {
	const inContext = { baseURL: `${baseUrl}/`, ...options };
	const context =
		profile === undefined
			? await (await startedBrowser()).newContext(inContext)
			: await start((given) => chromium.launchPersistentContext(profile, { ...given, ...inContext }));
	// Only what never comes is waited for so long, on a machine that does much else.
	context.setDefaultTimeout(30_000);
	const complaints: string[] = [];
	const origins = [new URL(baseUrl).origin, ...alsoVisits];
	context.on("request", (request) => {
		const { origin, protocol } = new URL(request.url());
		if (protocol !== "about:" && !origins.includes(origin)) complaints.push(`asked ${request.url()}`);
	});
	context.on("weberror", (error) => complaints.push(error.error().message));
	context.on("console", (message) => {
		const text = message.text();
		if (message.type() !== "error" || anyRefusal.test(text) || expects?.test(text)) return;
		complaints.push(text);
	});
	try {
		await road({ context, page: await context.newPage(), tab: () => context.newPage() });
		assert.deepEqual(complaints, []);
	} finally {
		await context.close();
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

// After all files of this process: the browser would keep it from ending.
after(async () => (await browser?.catch(() => undefined))?.close());

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
