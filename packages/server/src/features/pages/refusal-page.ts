import { errorKind, type LoginError } from "../../platform/errors.ts";
import type { PageOfRefusal } from "../../platform/http/error-handler.ts";
import type { SecurityHeaders } from "../../platform/http/headers.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import type { PageAssets } from "./assets.ts";
import { brand, renderDocument } from "./document.ts";
import { html } from "./html.ts";

const beginAnew = "Check the address, or begin at the start page.";

/** What the table of errors says to programs is of no help in a browser. */
const forPeople: Partial<Record<LoginError["code"], { heading: string; advice: string }>> = {
	not_found: { heading: "This page does not exist", advice: beginAnew },
	store_unavailable: {
		heading: "Not available right now",
		advice: "Wait a moment, then load this page again.",
	},
	internal_error: {
		heading: "Something went wrong",
		advice: "Load this page again. If it stays like this, tell the operator the request ID.",
	},
};

/** Together they come from every browser, and from browsers only: Java's own client lists the first by default. */
const ofBrowsers = ["text/html", "application/xhtml+xml"];

/**
 * The page that a person sees whose link was refused: for browsers, outside the API. Made without the database and without
 * a script, since it must work when they do not.
 */
export function createRefusalPages(dependencies: {
	assets: PageAssets;
	baseUrl: string;
	headers: SecurityHeaders;
}): PageOfRefusal {
	const { assets, baseUrl, headers } = dependencies;
	const path = basePathOf(baseUrl);
	const asset = (file: string): string => `${path}/assets/${file}`;
	const icon = asset(assets.icon);
	const styles = assets.pages.login.styles.map(asset);

	return (error, { id, url, accept = "" }) => {
		if (!ofBrowsers.every((type) => accept.includes(type)) || url.startsWith(`${path}/api/`)) return null;
		const { status, title } = errorKind(error.code);
		const { heading, advice } = forPeople[error.code] ?? { heading: title, advice: beginAnew };
		return {
			headers: { ...headers.forPages, "content-type": "text/html; charset=utf-8", vary: "Accept, Cookie" },
			html: renderDocument({
				title: heading,
				icon,
				styles,
				body: html`<body>
<header>${brand(icon, `${path}/`)}</header>
<main id="app">
<h1>${heading}</h1>
<p>${advice}</p>
${status >= 500 ? html`<p class="hint">Request ID: ${id}</p>` : html``}
<p class="below"><a href="${path}/">Go to the start page</a></p>
</main>
</body>`,
			}),
		};
	};
}
