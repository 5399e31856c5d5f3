import { type Template, usual } from "../template.ts";

export const paperless: Template = {
	...usual,
	name: "paperless",
	title: "Paperless-ngx",
	redirectUris: ["{url}/accounts/oidc/sallyport/login/callback/"],
	documents: "https://docs.paperless-ngx.com/advanced_usage/#openid-connect-and-social-authentication",
	where: { en: "the environment of Paperless", de: "die Umgebung von Paperless" },
	lines: `PAPERLESS_APPS=allauth.socialaccount.providers.openid_connect
PAPERLESS_SOCIALACCOUNT_PROVIDERS={"openid_connect":{"SCOPE":["openid","profile","email","groups"],"OAUTH_PKCE_ENABLED":true,"APPS":[{"provider_id":"sallyport","name":"Sallyport","client_id":"{client_id}","secret":"{client_secret}","settings":{"server_url":"{issuer}","token_auth_method":"client_secret_basic"}}]}}`,
	notes: [
		{
			en: "No claim makes a superuser. `PAPERLESS_SOCIAL_ACCOUNT_SYNC_GROUPS=true` puts users into the groups of Paperless that are named like theirs here, and takes them out of all others.",
			de: "Kein Claim macht zum Superuser. `PAPERLESS_SOCIAL_ACCOUNT_SYNC_GROUPS=true` nimmt Benutzer in die Gruppen von Paperless auf, die wie ihre hier heißen, und aus allen anderen heraus.",
		},
		{
			en: "Existing users log in with the password and connect Sallyport in their profile; otherwise the first login makes another account. `PAPERLESS_SOCIAL_AUTO_SIGNUP=true` spares new users the form.",
			de: "Bestehende Benutzer melden sich mit dem Passwort an und verbinden Sallyport in ihrem Profil; sonst legt die erste Anmeldung ein weiteres Konto an. `PAPERLESS_SOCIAL_AUTO_SIGNUP=true` erspart neuen Benutzern das Formular.",
		},
		{
			en: "Password login stays, until `PAPERLESS_DISABLE_REGULAR_LOGIN=true`.",
			de: "Die Anmeldung mit Passwort bleibt, bis `PAPERLESS_DISABLE_REGULAR_LOGIN=true` gesetzt ist.",
		},
		{
			en: "A logout there leaves the session here. To end it too: `PAPERLESS_LOGOUT_REDIRECT_URL={end_session}`.",
			de: "Eine Abmeldung dort lässt die Sitzung hier bestehen. Soll auch sie enden: `PAPERLESS_LOGOUT_REDIRECT_URL={end_session}`.",
		},
		{
			en: "The name `sallyport` is a part of the address that users come back to. Under another name: `sallyport client set {client_id} --redirect-uri …`.",
			de: "Der Name `sallyport` ist Teil der Adresse, an die Benutzer zurückkommen. Unter einem anderen Namen: `sallyport client set {client_id} --redirect-uri …`.",
		},
	],
};
