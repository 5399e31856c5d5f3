import { type Template, usual } from "../template.ts";

export const immich: Template = {
	...usual,
	name: "immich",
	title: "Immich",
	redirectUris: ["{url}/auth/login", "{url}/user-settings", "{url}/api/oauth/mobile-redirect"],
	logoutUri: "{url}/api/oauth/backchannel-logout",
	documents: "https://docs.immich.app/administration/oauth",
	where: { en: "Administration, Settings, OAuth", de: "Administration, Settings, OAuth" },
	lines: `Issuer URL                    {issuer}
Client ID                     {client_id}
Client secret                 {client_secret}
Token endpoint auth method    client_secret_basic
Scope                         openid profile email groups
Mobile redirect URI override  on
Mobile redirect URI           {url}/api/oauth/mobile-redirect`,
	notes: [
		{
			en: "The first user of Immich is its admin. Its role claim takes one word and not a list, so groups make no admins.",
			de: "Der erste Benutzer von Immich ist sein Admin. Der Claim für Rollen nimmt ein Wort und keine Liste; Gruppen machen darum niemanden zum Admin.",
		},
		{
			en: "An account with the same email address is linked at the first login, whether the address is verified here or not. A new user needs one: `sallyport user set NAME --email ADDRESS`.",
			de: "Ein Konto mit derselben E-Mail-Adresse wird bei der ersten Anmeldung verknüpft, ob die Adresse hier bestätigt ist oder nicht. Neue Benutzer brauchen eine: `sallyport user set NAME --email ADDRESS`.",
		},
		{
			en: "The app for phones comes back by the address of your server (mobile redirect URI override), not by a scheme of its own, which any other app can claim.",
			de: "Die App für Telefone kommt über die Adresse Ihres Servers zurück (Mobile redirect URI override), nicht über ein eigenes Schema, das jede andere App beanspruchen kann.",
		},
		{
			en: "Password login stays, until it is turned off in the same settings. Where Auto launch is on, it is at `{url}/auth/login?autoLaunch=0`.",
			de: "Die Anmeldung mit Passwort bleibt, bis sie in denselben Einstellungen ausgeschaltet wird. Wo Auto launch an ist, steht sie unter `{url}/auth/login?autoLaunch=0`.",
		},
		{
			en: 'A logout there leads to this service, but not from the app for phones; a logout here ends those there. Releases before spring 2026 take no logout tokens: `sallyport client set {client_id} --logout-uri ""`.',
			de: 'Eine Abmeldung dort führt zu diesem Dienst, aber nicht aus der App für Telefone; eine Abmeldung hier beendet die dort. Versionen vor Frühjahr 2026 nehmen keine Logout-Tokens an: `sallyport client set {client_id} --logout-uri ""`.',
		},
	],
};
