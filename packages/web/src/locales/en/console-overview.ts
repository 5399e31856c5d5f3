import { counter } from "../count.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

/** The first page of the console. */
export const consoleOverviewTexts = {
	title: "Overview",
	findings: {
		heading: "Findings",
		loading: "The deployment is being examined…",
		none: (count: number) =>
			counted(count, { one: "# check, nothing to do.", other: "# checks, nothing to do." }),
		status: { failed: "Failed", warning: "Warning", ok: "OK" },
	},
};
