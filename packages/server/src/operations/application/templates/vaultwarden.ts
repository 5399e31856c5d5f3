import { type Template, usual } from "../template.ts";

export const vaultwarden: Template = {
	...usual,
	name: "vaultwarden",
	title: "Vaultwarden",
	scopes: ["openid", "profile", "email", "offline_access"],
	redirectUris: ["{url}/identity/connect/oidc-signin"],
	documents: "https://github.com/dani-garcia/vaultwarden/wiki/Enabling-SSO-support-using-OpenId-Connect",
	where: { en: "the environment of Vaultwarden", de: "die Umgebung von Vaultwarden" },
	lines: `DOMAIN={url}
SSO_ENABLED=true
SSO_AUTHORITY={issuer}
SSO_SCOPES=profile email offline_access
SSO_PKCE=true
SSO_CLIENT_ID={client_id}
SSO_CLIENT_SECRET={client_secret}
# SSO_ONLY=true leaves no other way in.`,
	notes: [
		{
			en: "The admin page keeps `ADMIN_TOKEN`; no group makes an admin.",
			de: "Die Admin-Seite behält `ADMIN_TOKEN`; keine Gruppe macht zum Admin.",
		},
		{
			en: "An account with the same email address is linked at the first login, unless `SSO_SIGNUPS_MATCH_EMAIL=false`.",
			de: "Ein Konto mit derselben E-Mail-Adresse wird bei der ersten Anmeldung verknüpft, außer mit `SSO_SIGNUPS_MATCH_EMAIL=false`.",
		},
		{
			en: "A user without an email address is refused, and so is a new one with an address that is not verified here: `sallyport user set NAME --email ADDRESS --verified`.",
			de: "Wer keine E-Mail-Adresse hat, wird abgewiesen, und ebenso, wer neu ist und eine hat, die hier nicht bestätigt ist: `sallyport user set NAME --email ADDRESS --verified`.",
		},
		{
			en: "The vault keeps its master password, which decrypts it. Login by address and master password stays, until `SSO_ONLY=true`.",
			de: "Der Tresor behält sein Master-Passwort, das ihn entschlüsselt. Die Anmeldung mit Adresse und Master-Passwort bleibt, bis `SSO_ONLY=true` gesetzt ist.",
		},
		{
			en: "Its apps stay logged in as long as the session here. `sallyport client set {client_id} --offline-days 30 --trusted` lets them outlive it; with `SSO_AUTH_ONLY_NOT_SESSION=true` they no longer depend on it.",
			de: "Die Apps bleiben so lange angemeldet wie die Sitzung hier. Mit `sallyport client set {client_id} --offline-days 30 --trusted` überdauern sie sie; mit `SSO_AUTH_ONLY_NOT_SESSION=true` hängen sie nicht mehr von ihr ab.",
		},
	],
};
