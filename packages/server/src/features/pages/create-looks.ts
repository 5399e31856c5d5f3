import type { Config } from "../../platform/config/config.ts";
import { loadAssets } from "./assets.ts";
import { type Brand, createBrand } from "./brand.ts";
import { type ChooseLanguage, createChooseLanguage } from "./languages.ts";

/** What all pages share, those of refusals too: the operator's brand, and the language for a request. */
export interface Looks {
	brand: Brand;
	chooseLanguage: ChooseLanguage;
}

/** Reads the built pages once. */
export function createLooks(config: Config): Looks {
	const { icon, languages } = loadAssets();
	return {
		brand: createBrand(config, icon),
		chooseLanguage: createChooseLanguage(languages, config.locale),
	};
}
