import { type Template, usual } from "../template.ts";

/** What Gitea and Forgejo, which came of it, have alike. */
export const likeGitea = (program: string) => ({
	...usual,
	redirectUris: ["{url}/user/oauth2/sallyport/callback"],
	lines: `${program} admin auth add-oauth --name sallyport --provider openidConnect \\
  --key "{client_id}" --secret "{client_secret}" \\
  --auto-discover-url "{issuer}/.well-known/openid-configuration" \\
  --scopes openid --scopes profile --scopes email --scopes groups --group-claim-name groups`,
});

export const notes = {
	admins:
		"Who is admin: add `--admin-group GROUP`. Each login then sets the role: it takes it from users outside of the group as well.",
	linked:
		"A user whose name or address exists already confirms the local password once, and is linked. `[oauth2_client] ACCOUNT_LINKING = auto` in `app.ini` links without it; `ENABLE_AUTO_REGISTRATION = true` spares new users the form.",
	named:
		"The name `sallyport` is a part of the address that users come back to. Under another name: `sallyport client set {client_id} --redirect-uri …`.",
};

export const gitea: Template = {
	...likeGitea("gitea"),
	name: "gitea",
	title: "Gitea",
	pkce: "optional",
	postLogoutUris: ["{url}/"],
	documents: "https://docs.gitea.com/administration/authentication",
	where: "a shell of the Gitea server",
	notes: [
		notes.admins,
		notes.linked,
		"The password form stays, unless `[service] ENABLE_PASSWORD_SIGNIN_FORM = false`.",
		"From 1.26 on, a logout there leads to this service, which asks whether to log out here too. Releases up to 1.26 send no PKCE, so it is optional here; for one that does: `sallyport client set {client_id} --pkce required`.",
		notes.named,
	],
};
