import { type Html, html } from "../../platform/lib/html.ts";
import type { Language } from "./assets.ts";
import type { Brand } from "./brand.ts";

export interface DocumentParts {
	language: Pick<Language, "locale" | "direction">;
	brand: Brand;
	/** Of the browser tab, without the name of the service. */
	title: string;
	/** Addresses. */
	styles: readonly string[];
	/** Further lines of the head. Text that a user chose cannot capture those before the title. */
	first?: Html;
	last?: Html;
	body: Html;
}

/** What every page has around its own. Style and script come from files only: the policy of the pages allows nothing inline. */
export function renderDocument({ language, brand, title, styles, first, last, body }: DocumentParts): string {
	const { locale, direction } = language;
	return html`<!doctype html>
<html lang="${locale}"${direction === "rtl" ? html` dir="rtl"` : html``}>
<head>
<meta charset="utf-8">
${first ?? html``}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} &middot; ${brand.name}</title>
<link rel="icon" type="${brand.icon.type}" href="${brand.icon.href}">
${[...styles, ...brand.styles].map((file) => html`<link rel="stylesheet" href="${file}">`)}
${last ?? html``}
</head>
${body}
</html>
`.html;
}

/** The picture and the name, which lead home. */
export function renderBrand({ name, icon }: Brand, home: string): Html {
	return html`<a class="brand" aria-label="${name}" href="${home}"><img src="${icon.href}" alt="" width="32" height="32"><span>${name}</span></a>`;
}

/** Nothing, where the operator names no links. */
export function renderFooter({ links }: Brand, { texts }: Pick<Language, "texts">): Html {
	if (links.length === 0) return html``;
	return html`<footer>${links.map(({ to, href }) => html`<a href="${href}">${texts.links[to]}</a>`)}</footer>`;
}
