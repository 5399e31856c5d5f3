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
	notes: [
		"Who is admin: the members of the groups in Admin Roles. Each login takes admin from all others, also from an admin of Jellyfin from before.",
		"An account of the same name is linked at the first login: `admin` here is `admin` there. Users connect other names at `{url}/SSOViews/linking`.",
		"Password login stays. Apps that know no single sign-on take a code of Quick Connect.",
		"If the plugin leads back by http behind your proxy, set Scheme Override to `https`.",
		"The name `sallyport` is a part of the address that users come back to. Under another name: `sallyport client set {client_id} --redirect-uri …`.",
	],
};
