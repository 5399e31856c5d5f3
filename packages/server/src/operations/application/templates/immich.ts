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
};
