import type { Page } from "./browser.ts";

/** What is wider than its place: the page, which then scrolls sideways, or words. */
export const cutOff = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll("html, button, a, label:not(.unseen), h1, h2, h3, h4, p, dt, dd, .tag")]
			.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
			.map(
				({ outerHTML, scrollWidth, clientWidth }) =>
					`${scrollWidth} > ${clientWidth}: ${outerHTML.slice(0, 200)}`,
			),
	);
