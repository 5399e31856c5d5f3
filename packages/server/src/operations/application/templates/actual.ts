import { type Template, usual } from "../template.ts";

export const actual: Template = {
	...usual,
	name: "actual",
	title: "Actual Budget",
	scopes: ["openid", "profile", "email"],
	redirectUris: ["{url}/openid/callback"],
	checked: "run here",
	documents: "https://actualbudget.org/docs/config/oauth-auth",
	where: { en: "the environment of the server", de: "die Umgebung des Servers" },
	lines: `ACTUAL_OPENID_DISCOVERY_URL={issuer}/.well-known/openid-configuration
ACTUAL_OPENID_CLIENT_ID={client_id}
ACTUAL_OPENID_CLIENT_SECRET={client_secret}
ACTUAL_OPENID_SERVER_HOSTNAME={url}
ACTUAL_OPENID_ENFORCE=true
ACTUAL_ALLOWED_LOGIN_METHODS=openid
ACTUAL_USER_CREATION_MODE=login
ACTUAL_TOKEN_EXPIRATION=openid-provider`,
	notes: [
		{
			en: "The first user who logs in owns the server, for good: do so yourself, before others reach it.",
			de: "Wer sich als Erster anmeldet, besitzt den Server für immer: Tun Sie das selbst, bevor andere ihn erreichen.",
		},
		{
			en: "Further users get an account at their first login. Without `ACTUAL_USER_CREATION_MODE=login`, the owner adds them in the user directory first, by their names here.",
			de: "Weitere Benutzer bekommen ein Konto, wenn sie sich zum ersten Mal anmelden. Ohne `ACTUAL_USER_CREATION_MODE=login` fügt der Besitzer sie vorher im Benutzerverzeichnis hinzu, mit ihren Namen von hier.",
		},
		{
			en: "Accounts are linked by the username: do not give the name of a user who left to another one.",
			de: "Konten werden über den Benutzernamen verknüpft: Geben Sie den Namen eines Benutzers, der gegangen ist, keinem anderen.",
		},
		{
			en: "`ACTUAL_OPENID_ENFORCE` hides the password form. A server that had a password still takes it, from anyone who knows it, without `ACTUAL_ALLOWED_LOGIN_METHODS=openid`.",
			de: "`ACTUAL_OPENID_ENFORCE` blendet das Passwortfeld aus. Ohne `ACTUAL_ALLOWED_LOGIN_METHODS=openid` nimmt ein Server, der ein Passwort hatte, es weiter von jedem an, der es kennt.",
		},
		{
			en: "`ACTUAL_TOKEN_EXPIRATION=openid-provider` ends a login there with the access token, after an hour; without it, a login never ends. A logout there leaves the session here.",
			de: "`ACTUAL_TOKEN_EXPIRATION=openid-provider` beendet eine Anmeldung dort mit dem Access-Token, nach einer Stunde; sonst endet sie nie. Eine Abmeldung dort lässt die Sitzung hier bestehen.",
		},
	],
};
