import { type Template, usual } from "../template.ts";

export const immich: Template = {
	...usual,
	name: "immich",
	title: "Immich",
	redirectUris: ["{url}/auth/login", "{url}/user-settings", "{url}/api/oauth/mobile-redirect"],
	logoutUri: "{url}/api/oauth/backchannel-logout",
	documents: "https://docs.immich.app/administration/oauth",
	where: "Administration, Settings, OAuth",
	lines: `Issuer URL                    {issuer}
Client ID                     {client_id}
Client secret                 {client_secret}
Token endpoint auth method    client_secret_basic
Scope                         openid profile email groups
Mobile redirect URI override  on
Mobile redirect URI           {url}/api/oauth/mobile-redirect`,
	notes: [
		"The first user of Immich is its admin. Its role claim takes one word and not a list, so groups make no admins.",
		"An account with the same email address is linked at the first login, whether the address is verified here or not. A new user needs one: `sallyport user set NAME --email ADDRESS`.",
		"The app for phones comes back by the address of your server (mobile redirect URI override), not by a scheme of its own, which any other app can claim.",
		"Password login stays, until it is turned off in the same settings. Where Auto launch is on, it is at `{url}/auth/login?autoLaunch=0`.",
		'A logout there leads to this service, but not from the app for phones; a logout here ends those there. Releases before spring 2026 take no logout tokens: `sallyport client set {client_id} --logout-uri ""`.',
	],
};
