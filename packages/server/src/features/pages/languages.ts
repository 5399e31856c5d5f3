import { chooseLocale, findLocale } from "../../platform/http/choose-locale.ts";
import type { Language } from "./assets.ts";

/** Keeps the language of an address in another one. */
export const langQuery = (lang: string | null, before: "?" | "&" = "?"): string =>
	lang === null ? "" : `${before}lang=${lang}`;

interface Asked {
	/** The language that the user has chosen; null: none, or no user is known. */
	chosen: string | null;
	/** Address with its query. */
	url: string;
	/** The header. */
	acceptLanguage: string | undefined;
}

export interface ChosenLanguage {
	language: Language;
	/** What `?lang` asked for, if there is such a language: links to other pages carry it on. */
	lang: string | null;
}

export type FindLanguage = (asked: Asked) => ChosenLanguage;

/** `otherwise`: of a client that asks for none that there is. */
export function createFindLanguage(languages: readonly Language[], otherwise: string): FindLanguage {
	const byLocale = new Map(languages.map((each) => [each.locale, each]));
	const available = [...byLocale.keys()];
	const last = byLocale.get(otherwise);
	if (last === undefined) throw new Error(`There are no pages in the language ${otherwise}.`);
	return ({ chosen, url, acceptLanguage }) => {
		const tag = new URLSearchParams(url.split("?", 2)[1]).get("lang");
		const lang = tag === null ? null : findLocale(available, tag);
		const locale = chooseLocale(available, { wanted: [chosen, lang], accepted: acceptLanguage, otherwise });
		return { language: byLocale.get(locale) ?? last, lang };
	};
}
