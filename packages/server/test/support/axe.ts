/** What axe-core finds on the pages of one tab. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "./browser.ts";

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What colours and the width of the window change: all else of a page is the same in each of its looks. */
const rulesOfLooks = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

interface Examination {
	/** Only what another look of the same page can change. */
	again: boolean;
	/** The contrast of colours, which takes most of the time, is the same in every language. */
	contrast: boolean;
}

/** Resolves with rule and element of each objection. Brought in by the debugger, as the policy of the pages lets no page do it. */
export async function axeOf(page: Page): Promise<(examination: Examination) => Promise<string[]>> {
	const debug = await page.context().newCDPSession(page);

	/** Once for each document. */
	async function bringIn(): Promise<void> {
		const { result } = await debug.send("Runtime.evaluate", { expression: "typeof axe" });
		if (result.value === "undefined") await debug.send("Runtime.evaluate", { expression: source });
	}

	return async ({ again, contrast }) => {
		await bringIn();
		const runOnly = again ? { type: "rule", values: rulesOfLooks } : { type: "tag", values: tags };
		const rules = contrast ? {} : { "color-contrast": { enabled: false } };
		const { result } = await debug.send("Runtime.evaluate", {
			expression: `axe.run(document, ${JSON.stringify({ runOnly, rules, resultTypes: ["violations"] })})
				.then(({ violations }) => violations.flatMap(({ id, nodes }) =>
					nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`,
			awaitPromise: true,
			returnByValue: true,
		});
		return result.value as string[];
	};
}
