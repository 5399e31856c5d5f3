import { type Template, usual } from "../template.ts";

export const gitea: Template = {
	...usual,
	name: "gitea",
	title: "Gitea",
	pkce: "optional",
	redirectUris: ["{url}/user/oauth2/sallyport/callback"],
	postLogoutUris: ["{url}/"],
	documents: "https://docs.gitea.com/administration/authentication",
	where: "a shell of the Gitea server",
	lines: `gitea admin auth add-oauth --name sallyport --provider openidConnect \\
  --key "{client_id}" --secret "{client_secret}" \\
  --auto-discover-url "{issuer}/.well-known/openid-configuration" \\
  --scopes openid --scopes profile --scopes email --scopes groups --group-claim-name groups`,
	notes: [
		"Who is admin: add `--admin-group GROUP`. Each login then sets the role: it takes it from users outside of the group as well.",
		"A user whose name or address exists already confirms the local password once, and is linked. `[oauth2_client] ACCOUNT_LINKING = auto` in `app.ini` links without it; `ENABLE_AUTO_REGISTRATION = true` spares new users the form.",
		"The password form stays, unless `[service] ENABLE_PASSWORD_SIGNIN_FORM = false`.",
		"From 1.26 on, a logout there leads to this service, which asks whether to log out here too. Releases up to 1.26 send no PKCE, so it is optional here; for one that does: `sallyport client set {client_id} --pkce required`.",
		"The name `sallyport` is a part of the address that users come back to. Under another name: `sallyport client set {client_id} --redirect-uri …`.",
	],
};
