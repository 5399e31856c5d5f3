/** All pages, by the path of their address. The build makes them, and the server serves them. */
export const pageNames = [
	"login",
	"recovery",
	"setup",
	"account",
	"account/security",
	"account/sessions",
	"account/programs",
	"email",
	"reauthenticate",
	"consent",
	"docs",
	"console",
] as const;
/** Built apart: nothing that only the console needs comes to the other pages, and none of their files changes by it. */
export const builtApart: readonly PageName[] = ["console"];
/** Half a megabyte of HTML: a file of its own, which the server reads when the page is asked for. */
export const readLate = "docs" satisfies PageName;
export type PageName = (typeof pageNames)[number];
