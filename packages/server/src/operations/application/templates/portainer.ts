import { type Template, usual } from "../template.ts";

export const portainer: Template = {
	...usual,
	name: "portainer",
	title: "Portainer",
	authMethod: "client_secret_post",
	pkce: "optional",
	redirectUris: ["{url}"],
	postLogoutUris: ["{url}"],
	documents: "https://docs.portainer.io/admin/settings/authentication/oauth",
	where: { en: "Settings, Authentication, OAuth, Custom", de: "Settings, Authentication, OAuth, Custom" },
	lines: `Use SSO                      on
Automatic user provisioning  on
Client ID                    {client_id}
Client secret                {client_secret}
Authorization URL            {authorization}
Access token URL             {token}
Resource URL                 {userinfo}
Redirect URL                 {url}
Logout URL                   {end_session}?client_id={client_id}&post_logout_redirect_uri={url_encoded}
User identifier              preferred_username
Scopes                       openid profile email groups
Auth Style                   In Params`,
	notes: [
		{
			en: "Admins are named in Portainer. Teams and admins by the claim `groups` (Automatic team membership) are of its Business Edition.",
			de: "Admins werden in Portainer ernannt. Teams und Admins über den Claim `groups` (Automatic team membership) hat nur die Business Edition.",
		},
		{
			en: "An account of the same name is used as it is: a user here who is named like an admin there is that admin.",
			de: "Ein Konto mit demselben Namen wird benutzt, wie es ist: Wer hier wie ein Admin dort heißt, ist dieser Admin.",
		},
		{
			en: "The first admin keeps the internal login, as the only one.",
			de: "Nur der erste Admin behält die interne Anmeldung.",
		},
		{
			en: "Without Use SSO it asks for the password at each login. It sends no PKCE, so PKCE is optional here.",
			de: "Ohne Use SSO fragt es bei jeder Anmeldung nach dem Passwort. Es sendet kein PKCE; darum ist PKCE hier freiwillig.",
		},
		{
			en: "A logout there leads to this service, which asks whether to log out here too.",
			de: "Eine Abmeldung dort führt zu diesem Dienst, der fragt, ob sie auch hier gelten soll.",
		},
	],
};
