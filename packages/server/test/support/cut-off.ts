import type { Page } from "./browser.ts";

/** What is wider than its place: the page, which then scrolls sideways, or words. */
export const cutOff = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[
			...document.querySelectorAll(
				"html, button, a, label:not(.unseen), h1, h2, h3, h4, p, dt, dd, .tag, .value",
			),
		]
			.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
			// What is folded away has no place yet.
			.filter((each) => each.checkVisibility())
			.map(
				({ outerHTML, scrollWidth, clientWidth }) =>
					`${scrollWidth} > ${clientWidth}: ${outerHTML.slice(0, 200)}`,
			),
	);
/** Words that are broken letter by letter, as there is no room for them. Names and addresses may be. */
export const brokenWords = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const broken: string[] = [];
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const range = document.createRange();
		for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
			if (text.parentElement?.closest("bdi, pre, code, option, textarea, .unseen")) continue;
			for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/\p{L}{2,}/gu)) {
				range.setStart(text, index);
				range.setEnd(text, index + word.length);
				const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top));
				if (lines.size > 1) broken.push(word);
			}
		}
		return broken;
	});

/** Dialogs whose act is not the last of their buttons, as it is in all others. */
export const disordered = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const isRtl = document.dir === "rtl";
		const place = (button: Element) => {
			const { top, left } = button.getBoundingClientRect();
			return top * 10_000 + (isRtl ? -left : left);
		};
		return Array.from(document.querySelectorAll("[data-page=console] dialog[open] .actions"))
			.filter((actions) => {
				const act = actions.querySelector("[type=submit]");
				return (
					act !== null && [...actions.querySelectorAll("button")].some((each) => place(each) > place(act))
				);
			})
			.map(({ outerHTML }) => outerHTML);
	});
