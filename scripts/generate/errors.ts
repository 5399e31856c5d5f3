import { errorCodes, errorKind } from "../../packages/server/src/platform/errors.ts";

/** docs/errors.md */
export function errors(): string {
	const rows = errorCodes.map((code) => {
		const { status, title, message } = errorKind(code);
		return `| ${status} | \`${code}\` | ${title} | ${message} |`;
	});
	return [
		"# Errors",
		"",
		"<!-- Printed from packages/server/src/platform/errors.ts by npm run generate. -->",
		"",
		"Every refusal is one `application/problem+json` document (RFC 9457) with `type`, `title`, `status`, `code`, `message`",
		"and `requestId`; where it applies also `errors` (`pointer`, `code`, `message`), `csrf` and `retryAfter` (seconds).",
		"Decide by `code`: it is stable and never reused. `message` is for people and may change. A browser that opens an address",
		"outside `/api` (`Accept: text/html,application/xhtml+xml,…`) gets a page instead, if what it sent could be read.",
		"",
		"| status | code | title | what to do |",
		"|---|---|---|---|",
		...rows,
		"",
	].join("\n");
}
