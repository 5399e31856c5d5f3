/** The language of the pages. */
import { oneOf, setting } from "./setting.ts";

export const appearanceSettings = {
	locale: setting("en", oneOf("en", "de")).means(
		"Language of the pages for a browser that asks for none that there is.",
	),
} as const;
