/** The language of the pages, and what makes them look like the operator's own. */
import { SettingError } from "../lib/parse-setting.ts";
import { isName } from "../lib/plain-text.ts";
import { parseAccent } from "./accent.ts";
import { readLogo } from "./logo.ts";
import { oneOf, optional, setting } from "./setting.ts";

/** The languages of the pages (BCP 47). */
export const locales = ["en", "de"] as const;

export type Locale = (typeof locales)[number];

/** What is said in each of them. */
export type Said = Readonly<Record<Locale, string>>;

export const appearanceSettings = {
	locale: setting("en", oneOf(...locales)).means(
		"Language of the pages when the browser asks for none that is available.",
	),
	brandName: setting("Sallyport", parseName).means("Name of the service on its pages and in browser tabs."),
	brandLogoFile: optional(readLogo).means(
		"A file with a picture to show instead of the mark: SVG, PNG or WebP, at most 64 kB.",
	),
	brandAccent: optional(parseAccent).means(
		"Colour of buttons and links, such as `#0f6052`, with a contrast of 4.5 : 1 or more. After a comma, the colour for dark pages; the default is a lighter shade of the first.",
	),
	supportUrl: optional(parseLink("https:", "mailto:")).means(
		"Where users get help, an `https` or `mailto` address: linked at the foot of each page.",
	),
	imprintUrl: optional(parseLink("https:")).means("The imprint, an `https` address: linked there too."),
	privacyUrl: optional(parseLink("https:")).means(
		"The privacy notice, an `https` address: linked there too.",
	),
} as const;

const MOST_CHARACTERS = 40;

function parseName(written: string): string {
	if (!isName(written, MOST_CHARACTERS))
		throw new SettingError(`must be one line of at most ${MOST_CHARACTERS} visible characters`);
	return written;
}

function parseLink(...protocols: string[]) {
	return (written: string): string => {
		const url = URL.parse(written);
		if (url === null || !protocols.includes(url.protocol) || url.username !== "" || /\s/.test(written))
			throw new SettingError(`write an address that begins with ${protocols.join(" or ")}`);
		return url.href;
	};
}
