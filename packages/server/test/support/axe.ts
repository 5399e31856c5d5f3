/** What axe-core finds on the pages of one tab. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "./browser.ts";

const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What is examined of a page: all of it takes most of the time of a test. */
const examinations = {
	whole: { runOnly: tags },
	/** What colours and the width of the window change: all else of a page is the same in each of its looks. */
	look: {
		runOnly: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"],
	},
	/** What the length of the words and their direction change: elements, names and colours are those of every language. */
	words: { runOnly: ["target-size", "scrollable-region-focusable"] },
};

/** Else axe-core judges no text of a page with battlements, as they might be behind it. */
const checks = { "color-contrast": { options: { ignorePseudo: true } } };

/** Resolves with rule and element of each objection. Brought in by the debugger, as the policy of the pages lets no page do it. */
export async function axeOf(page: Page): Promise<(what: keyof typeof examinations) => Promise<string[]>> {
	const debug = await page.context().newCDPSession(page);

	/** Once for each document. */
	async function bringIn(): Promise<void> {
		const { result } = await debug.send("Runtime.evaluate", { expression: "typeof axe" });
		if (result.value === "undefined") await debug.send("Runtime.evaluate", { expression: source });
	}

	return async (what) => {
		await bringIn();
		const options = { ...examinations[what], checks, resultTypes: ["violations"] };
		const { result } = await debug.send("Runtime.evaluate", {
			expression: `axe.run(document, ${JSON.stringify(options)})
				.then(({ violations }) => violations.flatMap(({ id, nodes }) =>
					nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`,
			awaitPromise: true,
			returnByValue: true,
		});
		return result.value as string[];
	};
}
