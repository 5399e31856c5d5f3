import { errorKind } from "../../platform/errors.ts";
import type { PageOfRefusal } from "../../platform/http/error-handler.ts";
import type { SecurityHeaders } from "../../platform/http/headers.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import { filledIn, html } from "../../platform/lib/html.ts";
import type { Looks } from "./create-looks.ts";
import { renderBrand, renderDocument, renderFooter } from "./document.ts";
import { langQuery } from "./languages.ts";

/** Together they come from every browser, and from browsers only: Java's own client lists the first by default. */
const ofBrowsers = ["text/html", "application/xhtml+xml"];

/**
 * The page that a person sees whose link was refused: for browsers, outside the API. Made without the database and without
 * a script, since it must work when they do not.
 */
export function createRefusalPages({
	brand,
	baseUrl,
	headers,
	chooseLanguage,
}: Looks & { baseUrl: string; headers: SecurityHeaders }): PageOfRefusal {
	const path = basePathOf(baseUrl);
	const asset = (file: string): string => `${path}/assets/${file}`;

	return (error, { id, url, accept = "", acceptLanguage }) => {
		if (!ofBrowsers.every((type) => accept.includes(type)) || url.startsWith(`${path}/api/`)) return null;
		const { language, lang } = chooseLanguage({ chosen: null, url, acceptLanguage });
		// What the table of errors says to programs is of no help in a browser.
		const { refusals, advice, requestId, start }: Texts = language.texts;
		const heading = refusals[error.code] ?? refusals.other;
		const home = `${path}/${langQuery(lang)}`;
		return {
			headers: {
				...headers.forPages,
				"content-type": "text/html; charset=utf-8",
				vary: `Accept, ${headers.forPages.vary}`,
			},
			html: renderDocument({
				language,
				brand,
				title: heading,
				styles: language.pages.login.styles.map(asset),
				body: html`<body>
<header>${renderBrand(brand, home)}</header>
<main id="app">
<h1>${heading}</h1>
<p>${advice[error.code] ?? advice.other}</p>
${errorKind(error.code).status >= 500 ? html`<p class="hint">${filledIn(requestId, { id })}</p>` : html``}
<p class="below"><a href="${home}">${start}</a></p>
</main>${renderFooter(brand, language)}
</body>`,
			}),
		};
	};
}

interface Texts {
	/** By error code, or `other`. */
	refusals: Record<string, string> & { other: string };
	advice: Record<string, string> & { other: string };
	requestId: string;
	start: string;
}
