import type * as en from "../en/copy.ts";

export const copyTexts: typeof en.copyTexts = {
	button: (what) => `${what} kopieren`,
	short: "Kopieren",
	done: "Kopiert",
	manual: "Markiert. Drücken Sie zum Kopieren Strg+C oder ⌘C.",
};
