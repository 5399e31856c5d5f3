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
	notes: [
		"Who is admin: the members of the group `admin` here. Each login also takes users out of the groups that they are not in here, `admin` among them: join it first, or limit what is changed with `--group-whitelist-regex`.",
		"An account of the same name is used as it is: `admin` here is `admin` there. `'user_oidc' => ['soft_auto_provision' => false]` in `config.php` refuses it.",
		"The password form stays. Once `occ config:app:set --type=string --value=0 user_oidc allow_multiple_user_backends` leads all users here, it is at `{url}/login?direct=1`.",
		"A logout on either side ends both.",
		"The name `Sallyport` is a part of the address that logouts are sent to. Under another name: `sallyport client set {client_id} --logout-uri …`.",
	],
};
