import { type Template, usual } from "../template.ts";

export const jellyfin: Template = {
	...usual,
	name: "jellyfin",
	title: "Jellyfin",
	authMethod: "client_secret_post",
	redirectUris: ["{url}/sso/OID/redirect/sallyport", "{url}/sso/OID/r/sallyport"],
	documents: "https://github.com/9p4/jellyfin-plugin-sso",
	where: {
		en: "Dashboard, Plugins, SSO-Auth; users begin at {url}/sso/OID/start/sallyport",
		de: "Dashboard, Plugins, SSO-Auth; Benutzer beginnen unter {url}/sso/OID/start/sallyport",
	},
	lines: `Name of OpenID Provider          sallyport
OpenID Endpoint                  {issuer}
OpenID Client ID                 {client_id}
OpenID client secret             {client_secret}
Enabled                          on
Enable Authorization by Plugin   on
Enable All Folders               on
Admin Roles                      jellyfin-admins
Role Claim                       groups
Request Additional Scopes        groups
Set default username claim       preferred_username`,
	notes: [
		{
			en: "Who is admin: the members of the groups in Admin Roles. Each login takes admin from all others, also from an admin of Jellyfin from before.",
			de: "Wer Admin ist: die Mitglieder der Gruppen in Admin Roles. Jede Anmeldung nimmt allen anderen die Admin-Rechte, auch einem früheren Admin von Jellyfin.",
		},
		{
			en: "An account of the same name is linked at the first login: `admin` here is `admin` there. Users connect other names at `{url}/SSOViews/linking`.",
			de: "Ein Konto mit demselben Namen wird bei der ersten Anmeldung verknüpft: `admin` hier ist `admin` dort. Andere Namen verbinden Benutzer unter `{url}/SSOViews/linking`.",
		},
		{
			en: "Password login stays. Apps that know no single sign-on take a code of Quick Connect.",
			de: "Die Anmeldung mit Passwort bleibt. Apps, die kein Single Sign-on kennen, nehmen einen Code von Quick Connect.",
		},
		{
			en: "If the plugin leads back by http behind your proxy, set Scheme Override to `https`.",
			de: "Führt das Plugin hinter Ihrem Proxy über http zurück, setzen Sie Scheme Override auf `https`.",
		},
		{
			en: "The name `sallyport` is a part of the address that users come back to. Under another name: `sallyport client set {client_id} --redirect-uri …`.",
			de: "Der Name `sallyport` ist Teil der Adresse, an die Benutzer zurückkommen. Unter einem anderen Namen: `sallyport client set {client_id} --redirect-uri …`.",
		},
	],
};
