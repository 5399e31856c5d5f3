import type { Language } from "./assets.ts";
import { type Html, html } from "./html.ts";

export interface DocumentParts {
	language: Pick<Language, "locale" | "direction">;
	/** Of the browser tab, without the product's name. */
	title: string;
	/** Addresses. */
	icon: string;
	styles: readonly string[];
	/** Further lines of the head. Text that a user chose cannot capture those before the title. */
	first?: Html;
	last?: Html;
	body: Html;
}

/** What every page has around its own. Style and script come from files only: the policy of the pages allows nothing inline. */
export function renderDocument({ language, title, icon, styles, first, last, body }: DocumentParts): string {
	const { locale, direction } = language;
	return html`<!doctype html>
<html lang="${locale}"${direction === "rtl" ? html` dir="rtl"` : html``}>
<head>
<meta charset="utf-8">
${first ?? html``}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Sallyport</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
${styles.map((file) => html`<link rel="stylesheet" href="${file}">`)}
${last ?? html``}
</head>
${body}
</html>
`.html;
}

/** The mark and the name, which lead home. */
export function brand(icon: string, home: string): Html {
	return html`<a class="brand" aria-label="Sallyport" href="${home}"><img src="${icon}" alt="" width="32" height="32"><span>Sallyport</span></a>`;
}
