import type { FactorList } from "@sallyport/client";
import type { Page } from "../../page.ts";

/** What each card of login security gets. */
export interface CardProps {
	page: Page;
	list: FactorList;
	/** Gets the list anew. */
	load: () => Promise<void>;
}

export type Factor = FactorList["factors"][number];
