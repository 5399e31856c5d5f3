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
	"docs",
] as const;
export type PageName = (typeof pageNames)[number];
