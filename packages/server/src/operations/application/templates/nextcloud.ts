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
	where: {
		en: "a shell of the Nextcloud server, with the app OpenID Connect user backend (user_oidc)",
		de: "eine Shell des Nextcloud-Servers, mit der App OpenID Connect user backend (user_oidc)",
	},
	lines: `occ user_oidc:provider Sallyport --clientid="{client_id}" --clientsecret="{client_secret}" \\
  --discoveryuri="{issuer}/.well-known/openid-configuration" --scope="openid profile email groups" \\
  --unique-uid=0 --mapping-uid=preferred_username --mapping-groups=groups --group-provisioning=1 \\
  --send-id-token-hint=1`,
	notes: [
		{
			en: "Who is admin: the members of the group `admin` here. Each login also takes users out of the groups that they are not in here, `admin` among them: join it first, or limit what is changed with `--group-whitelist-regex`.",
			de: "Wer Admin ist: die Mitglieder der Gruppe `admin` hier. Jede Anmeldung nimmt Benutzer auch aus Gruppen heraus, in denen sie hier nicht sind, auch aus `admin`: Treten Sie ihr vorher bei, oder begrenzen Sie mit `--group-whitelist-regex`, was sich ändert.",
		},
		{
			en: "An account of the same name is used as it is: `admin` here is `admin` there. `'user_oidc' => ['soft_auto_provision' => false]` in `config.php` refuses it.",
			de: "Ein Konto mit demselben Namen wird benutzt, wie es ist: `admin` hier ist `admin` dort. `'user_oidc' => ['soft_auto_provision' => false]` in `config.php` lehnt es ab.",
		},
		{
			en: "The password form stays. Once `occ config:app:set --type=string --value=0 user_oidc allow_multiple_user_backends` leads all users here, it is at `{url}/login?direct=1`.",
			de: "Das Passwortfeld bleibt. Führt `occ config:app:set --type=string --value=0 user_oidc allow_multiple_user_backends` alle Benutzer hierher, steht es unter `{url}/login?direct=1`.",
		},
		{
			en: "A logout on either side ends both.",
			de: "Eine Abmeldung auf einer der beiden Seiten beendet beide.",
		},
		{
			en: "The name `Sallyport` is a part of the address that logouts are sent to. Under another name: `sallyport client set {client_id} --logout-uri …`.",
			de: "Der Name `Sallyport` ist Teil der Adresse, an die Abmeldungen gemeldet werden. Unter einem anderen Namen: `sallyport client set {client_id} --logout-uri …`.",
		},
	],
};
