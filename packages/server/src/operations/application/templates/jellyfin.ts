import { type Template, usual } from "../template.ts";

export const jellyfin: Template = {
	...usual,
	name: "jellyfin",
	title: "Jellyfin",
	authMethod: "client_secret_post",
	redirectUris: ["{url}/sso/OID/redirect/sallyport"],
	documents: "https://github.com/9p4/jellyfin-plugin-sso",
	where: "Dashboard, Plugins, SSO-Auth; users begin at {url}/sso/OID/start/sallyport",
	lines: `Name of OID Provider         sallyport
OID Endpoint                 {issuer}
OpenID Client ID             {client_id}
OID Secret                   {client_secret}
Enabled                      on
Enable Authorization         on
Role Claim                   groups
Request Additional Scopes    groups
Default username claim       preferred_username`,
};
