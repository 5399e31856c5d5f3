// At length: it sends each form of the console into each answer that can go wrong, in Chromium.
/** Forms of the console × what may come instead of the answer: the words stay, a message says what to do, and nothing is done twice. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Request, Route } from "playwright-core";
import { journey, type Page } from "../support/browser.ts";
import { csrfOf, logInAt } from "../support/browser-acts.ts";
import { dialog, startConsoleOfService } from "../support/console-journey.ts";
import { formsOfConsole, type OneForm } from "../support/forms-of-console.ts";
import type { TestService } from "../support/service.ts";

const noNetwork = /net::ERR_(INTERNET_DISCONNECTED|FAILED|ABORTED)/;
/** Seconds. */
const WAIT = 9;

interface Trouble {
	/** Answers in the place of the service. */
	answer: (route: Route) => unknown;
	/** What the page says then. */
	says: RegExp;
	/** Before it is sent, and after it failed. */
	begin?: (page: Page) => Promise<unknown>;
	end?: (page: Page) => Promise<unknown>;
}

const refusal =
	(status: number, code: string, more: object = {}) =>
	(route: Route) =>
		route.fulfill({
			status,
			headers: status === 429 ? { "retry-after": String(WAIT) } : {},
			json: { code, message: "Not now.", requestId: "r".repeat(22), ...more },
		});

/** In the order in which they come; none of them has done anything, but for the last one. */
const troubles: Record<string, Trouble> = {
	"401": {
		answer: refusal(401, "session_ended"),
		says: /Your session has ended/,
		end: async (page) => {
			const password = dialog(page, "Your session has ended").locator("[type=password]:focus");
			await password.waitFor();
			await page.keyboard.press("Escape");
			await page.locator("[type=password]").waitFor({ state: "detached" });
		},
	},
	"409": { answer: refusal(409, "limit_exceeded"), says: /more than this service keeps/ },
	"412": { answer: refusal(412, "precondition_failed"), says: /Another change came first/ },
	"422": { answer: refusal(422, "idempotency_mismatch"), says: /Not now/ },
	"500": { answer: refusal(500, "internal_error"), says: /tell the operator.*r{22}/ },
	"429": {
		answer: refusal(429, "rate_limited"),
		says: /Too many attempts. Try again in 9 seconds/,
		end: async (page) => {
			await page.getByRole("button", { name: /^Wait/ }).waitFor();
			await page.clock.runFor((WAIT + 1) * 1000);
			await page.getByRole("button", { name: /^Wait/ }).waitFor({ state: "detached" });
		},
	},
	"an answer that never comes": {
		// It would wait for 20 seconds.
		begin: (page) =>
			page.evaluate(() => {
				const timeout = AbortSignal.timeout.bind(AbortSignal);
				AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 100);
			}),
		answer: () => {},
		says: /cannot be reached/,
		end: (page) =>
			page.evaluate(() => {
				const timeout = AbortSignal.timeout.bind(AbortSignal);
				AbortSignal.timeout = (milliseconds) => timeout(milliseconds * 100);
			}),
	},
	offline: {
		begin: (page) => page.context().setOffline(true),
		answer: (route) => route.continue(),
		says: /cannot be reached|You are offline/,
		end: (page) => page.context().setOffline(false),
	},
	"an answer that is lost": {
		answer: async (route) => {
			await route.fetch();
			await route.abort();
		},
		says: /cannot be reached/,
	},
};

describe("a form of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService();
	});
	after(() => service.stop());

	for (const form of formsOfConsole)
		it(`keeps what was typed, says what to do, and does it once: ${form.name}`, async () => {
			const options = { reducedMotion: "reduce", expects: noNetwork, movesClock: true } as const;
			await journey({ ...service, ...options }, async ({ page }) => {
				await page.clock.install();
				await logInAt(page, `console/${await form.path(service)}`, "ada");
				await page.locator("h1").waitFor();
				await form.fill(page);
				const typed = await valuesIn(page, form);
				for (const [name, trouble] of Object.entries(troubles)) {
					await meet(page, form, trouble, name);
					assert.deepEqual(await valuesIn(page, form), typed, `${name}: what was typed`);
				}
				await once(page, form);
				await form.check(service);
			});
		});

	async function meet(page: Page, form: OneForm, trouble: Trouble, name: string): Promise<void> {
		const { answer, says, begin, end } = trouble;
		const isSent = (request: Request) => request.method() !== "GET" && form.sends.test(request.url());
		await page.route(form.sends, (route) => (isSent(route.request()) ? answer(route) : route.continue()));
		await begin?.(page);
		await form.submit(page).click();
		await page
			.getByText(says)
			.filter({ visible: true })
			.first()
			.waitFor()
			.catch((cause: unknown) => {
				throw new Error(`${name} is not explained`, { cause });
			});
		await end?.(page);
		await page.unroute(form.sends);
	}

	/** Pressed twice, and first refused for the CSRF token, which another tab has made old. */
	async function once(page: Page, form: OneForm): Promise<void> {
		const csrf = await csrfOf(page);
		let sent = 0;
		await page.route(form.sends, async (route) => {
			if (route.request().method() === "GET") return route.continue();
			sent += 1;
			if (sent === 1) return refusal(403, "csrf_invalid", { csrf })(route);
			return route.continue();
		});
		await form.submit(page).dblclick();
		await form.done(page);
		// With the old CSRF token, and with a new one.
		assert.equal(sent, 2, "how often it was sent");
		await page.unroute(form.sends);
	}
});

/** What a form shows, by the names of its fields. */
const valuesIn = (page: Page, { scope }: OneForm) =>
	page
		.locator(scope)
		.evaluate((part) =>
			[...part.querySelectorAll<HTMLInputElement>("input, select, textarea")].map(
				({ id, name, type, value, checked }) => [id || name, type === "checkbox" ? checked : value],
			),
		);
