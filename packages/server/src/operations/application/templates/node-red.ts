import { type Template, usual } from "../template.ts";

export const nodeRed: Template = {
	...usual,
	name: "node-red",
	title: "Node-RED",
	authMethod: "client_secret_post",
	pkce: "optional",
	scopes: ["openid", "profile"],
	redirectUris: ["{url}/auth/strategy/callback"],
	checked: "run here",
	documents: "https://nodered.org/docs/user-guide/runtime/securing-node-red",
	where: {
		en: "settings.js of Node-RED, after npm install passport-openidconnect in the same folder",
		de: "settings.js von Node-RED, nach npm install passport-openidconnect im selben Ordner",
	},
	lines: `adminAuth: {
  type: "strategy",
  strategy: {
    name: "openidconnect",
    label: "Sign in with Sallyport",
    icon: "fa-sign-in",
    strategy: require("passport-openidconnect").Strategy,
    options: {
      issuer: "{issuer}",
      authorizationURL: "{authorization}",
      tokenURL: "{token}",
      userInfoURL: "{userinfo}",
      clientID: "{client_id}",
      clientSecret: "{client_secret}",
      callbackURL: "{url}/auth/strategy/callback",
      scope: "profile",
      verify: (issuer, profile, done) => done(null, profile)
    }
  },
  users: [
    // By their names here. Who may see the flows alone: permissions: "read"
    { username: "admin", permissions: "*" }
  ]
},`,
	notes: [
		{
			en: "Who may: `users`, by their names here. All other users log in here, and are refused there; `sallyport client set {client_id} --group GROUP` refuses them here.",
			de: "Wer darf: `users`, mit ihren Namen von hier. Alle anderen melden sich hier an und werden dort abgewiesen; `sallyport client set {client_id} --group GROUP` weist sie schon hier ab.",
		},
		{
			en: "Accounts are linked by the username: do not give a name of that list to another user.",
			de: "Konten werden über den Benutzernamen verknüpft: Geben Sie einen Namen aus dieser Liste keinem anderen Benutzer.",
		},
		{
			en: "The password form is gone: without this service no one edits flows. They run all the same.",
			de: "Das Passwortfeld entfällt: Ohne diesen Dienst bearbeitet niemand Flows. Sie laufen trotzdem.",
		},
		{
			en: "The strategy sends the secret in the body and knows no PKCE, so PKCE is optional here. It does not verify the signature of an id token: keep to https.",
			de: "Die Strategie sendet das Geheimnis im Body und kennt kein PKCE; darum ist PKCE hier freiwillig. Sie prüft die Signatur des ID-Tokens nicht: Bleiben Sie bei https.",
		},
		{
			en: "A login there lasts for seven days; `sessionExpiryTime` of `adminAuth`, in seconds, shortens that. A logout there leaves the session here.",
			de: "Eine Anmeldung dort gilt sieben Tage; `sessionExpiryTime` von `adminAuth`, in Sekunden, verkürzt das. Eine Abmeldung dort lässt die Sitzung hier bestehen.",
		},
	],
};
