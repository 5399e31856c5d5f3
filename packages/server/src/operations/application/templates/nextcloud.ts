import { type Template, usual } from "../template.ts";

export const nextcloud: Template = {
	...usual,
	name: "nextcloud",
	title: "Nextcloud",
	authMethod: "client_secret_post",
	redirectUris: ["{url}/apps/user_oidc/code", "{url}/index.php/apps/user_oidc/code"],
	postLogoutUris: ["{url}/"],
	logoutUri: "{url}/index.php/apps/user_oidc/backchannel-logout/Sallyport",
	documents: "https://github.com/nextcloud/user_oidc",
	where: "a shell of the Nextcloud server, with the app OpenID Connect user backend (user_oidc)",
	lines: `occ user_oidc:provider Sallyport --clientid="{client_id}" --clientsecret="{client_secret}" \\
  --discoveryuri="{issuer}/.well-known/openid-configuration" --scope="openid profile email groups" \\
  --unique-uid=0 --mapping-uid=preferred_username --mapping-groups=groups --group-provisioning=1 \\
  --send-id-token-hint=1`,
};
