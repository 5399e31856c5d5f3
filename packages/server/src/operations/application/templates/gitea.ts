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
	admins: {
		en: "Who is admin: add `--admin-group GROUP`. Each login then sets the role: it takes it from users outside of the group as well.",
		de: "Wer Admin ist: Ergänzen Sie `--admin-group GROUP`. Jede Anmeldung setzt dann die Rolle und nimmt sie auch Benutzern außerhalb der Gruppe.",
	},
	linked: {
		en: "A user whose name or address exists already confirms the local password once, and is linked. `[oauth2_client] ACCOUNT_LINKING = auto` in `app.ini` links without it; `ENABLE_AUTO_REGISTRATION = true` spares new users the form.",
		de: "Wessen Name oder Adresse es schon gibt, bestätigt einmal das lokale Passwort und ist dann verknüpft. `[oauth2_client] ACCOUNT_LINKING = auto` in `app.ini` verknüpft ohne; `ENABLE_AUTO_REGISTRATION = true` erspart neuen Benutzern das Formular.",
	},
	named: {
		en: "The name `sallyport` is a part of the address that users come back to. Under another name: `sallyport client set {client_id} --redirect-uri …`.",
		de: "Der Name `sallyport` ist Teil der Adresse, an die Benutzer zurückkommen. Unter einem anderen Namen: `sallyport client set {client_id} --redirect-uri …`.",
	},
};

export const gitea: Template = {
	...likeGitea("gitea"),
	name: "gitea",
	title: "Gitea",
	pkce: "optional",
	postLogoutUris: ["{url}/"],
	documents: "https://docs.gitea.com/administration/authentication",
	where: { en: "a shell of the Gitea server", de: "eine Shell des Gitea-Servers" },
	notes: [
		notes.admins,
		notes.linked,
		{
			en: "The password form stays, unless `[service] ENABLE_PASSWORD_SIGNIN_FORM = false`.",
			de: "Das Passwortfeld bleibt, außer mit `[service] ENABLE_PASSWORD_SIGNIN_FORM = false`.",
		},
		{
			en: "From 1.26 on, a logout there leads to this service, which asks whether to log out here too. Releases up to 1.26 send no PKCE, so it is optional here; for one that does: `sallyport client set {client_id} --pkce required`.",
			de: "Ab 1.26 führt eine Abmeldung dort zu diesem Dienst, der fragt, ob sie auch hier gelten soll. Versionen bis 1.26 senden kein PKCE; darum ist es hier freiwillig. Für eine, die es sendet: `sallyport client set {client_id} --pkce required`.",
		},
		notes.named,
	],
};
