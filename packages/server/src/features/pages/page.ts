import type { PageAssets, PageName } from "./assets.ts";

export interface PageUser {
	/** UUID. */
	id: string;
	username: string;
	displayName: string;
	role: string;
}

export interface Page {
	name: PageName;
	/** Of this session, or of the pre-session when nobody is logged in. */
	csrf: string;
	/** An origin and an optional path prefix, no slash at the end. */
	baseUrl: string;
	user?: PageUser;
	/** Fewest characters of a new password; said on the pages that ask for one. */
	passwordMinimum?: number;
	assets: PageAssets;
}

/** What stands before every path of the service: the path of the base URL, no slash at the end. */
export function basePath({ baseUrl }: Pick<Page, "baseUrl">): string {
	return new URL(baseUrl).pathname.replace(/\/$/, "");
}
