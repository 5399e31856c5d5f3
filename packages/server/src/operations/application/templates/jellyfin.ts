import { type Template, usual } from "../template.ts";

export const jellyfin: Template = {
	...usual,
	name: "jellyfin",
	title: "Jellyfin",
	authMethod: "client_secret_post",
	redirectUris: ["{url}/sso/OID/redirect/sallyport", "{url}/sso/OID/r/sallyport"],
	documents: "https://github.com/9p4/jellyfin-plugin-sso",
	where: "Dashboard, Plugins, SSO-Auth; users begin at {url}/sso/OID/start/sallyport",
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
};
