import type { SecurityHeaders } from "../../platform/http/headers.ts";
import { basePathOf } from "../../platform/lib/base-path.ts";
import { type Html, html } from "../../platform/lib/html.ts";
import type { Language } from "./assets.ts";
import type { Looks } from "./create-looks.ts";
import { renderBrand, renderDocument, renderFooter } from "./document.ts";
import { langQuery } from "./languages.ts";

interface Written {
	heading: string;
	content: Html;
}

export type PlainPages = ReturnType<typeof createPlainPages>;

/** Pages that say one thing, without a script, and look like the login. */
export function createPlainPages({
	brand,
	baseUrl,
	headers,
	findLanguage,
}: Looks & { baseUrl: string; headers: SecurityHeaders }) {
	const path = basePathOf(baseUrl);

	return (
		{ url, acceptLanguage }: { url: string; acceptLanguage: string | undefined },
		write: (of: { texts: Language["texts"]; lang: string | null }) => Written,
	): { headers: Record<string, string>; html: string } => {
		const { language, lang } = findLanguage({ chosen: null, url, acceptLanguage });
		const { heading, content } = write({ texts: language.texts, lang });
		return {
			headers: { ...headers.forPages, "content-type": "text/html; charset=utf-8" },
			html: renderDocument({
				language,
				brand,
				title: heading,
				styles: language.pages.login.styles.map((file) => `${path}/assets/${file}`),
				body: html`<body>
<header>${renderBrand(brand, `${path}/${langQuery(lang)}`)}</header>
<main id="app">
<h1>${heading}</h1>
${content}
</main>${renderFooter(brand, language)}
</body>`,
			}),
		};
	};
}
