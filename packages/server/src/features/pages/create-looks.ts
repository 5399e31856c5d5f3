import type { Config } from "../../platform/config/config.ts";
import { loadAssets, type PageAssets } from "./assets.ts";
import { type Brand, createBrand } from "./brand.ts";
import { createFindLanguage, type FindLanguage } from "./languages.ts";

/** What all pages share, those of refusals too: the operator's brand, and the language for a request. */
export interface Looks {
	brand: Brand;
	findLanguage: FindLanguage;
}

/** Of all services of a process: a megabyte, which takes a third of a start to read. */
let assets: PageAssets | undefined;

/** Reads the built pages once. */
export function createLooks(config: Config): Looks {
	assets ??= loadAssets();
	const { icon, languages } = assets;
	return {
		brand: createBrand(config, icon),
		findLanguage: createFindLanguage(languages, config.locale),
	};
}
