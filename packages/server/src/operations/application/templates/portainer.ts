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
	where: "Settings, Authentication, OAuth, Custom",
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
		"Admins are named in Portainer. Teams and admins by the claim `groups` (Automatic team membership) are of its Business Edition.",
		"An account of the same name is used as it is: a user here who is named like an admin there is that admin.",
		"The first admin keeps the internal login, as the only one.",
		"Without Use SSO it asks for the password at each login. It sends no PKCE, so PKCE is optional here.",
		"A logout there leads to this service, which asks whether to log out here too.",
	],
};
