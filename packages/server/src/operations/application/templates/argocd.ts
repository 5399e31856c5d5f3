import { type Template, usual } from "../template.ts";

const documents = "https://argo-cd.readthedocs.io/en/stable/operator-manual/user-management/";

export const argocd: Template = {
	...usual,
	name: "argocd",
	title: "Argo CD",
	pkce: "optional",
	redirectUris: ["{url}/auth/callback"],
	postLogoutUris: ["{url}"],
	documents,
	where: {
		en: "the ConfigMap argocd-cm; the secret goes into the Secret argocd-secret under oidc.sallyport.clientSecret",
		de: "die ConfigMap argocd-cm; das Geheimnis kommt in das Secret argocd-secret, unter oidc.sallyport.clientSecret",
	},
	lines: `url: {url}
oidc.config: |
  name: Sallyport
  issuer: {issuer}
  clientID: {client_id}
  clientSecret: $oidc.sallyport.clientSecret   # {client_secret}
  requestedScopes: ["openid", "profile", "email", "groups"]
  logoutURL: {end_session}?id_token_hint={{token}}&post_logout_redirect_uri={{logoutRedirectURL}}
  # For argocd login --sso, register its command line with the template argocd-cli:
  # cliClientID: the id that it gets`,
	notes: [
		{
			en: "Who is admin: `g, GROUP, role:admin` in `policy.csv` of the ConfigMap `argocd-rbac-cm`. Users without a role there get `policy.default`.",
			de: "Wer Admin ist: `g, GROUP, role:admin` in `policy.csv` der ConfigMap `argocd-rbac-cm`. Benutzer ohne Rolle dort bekommen `policy.default`.",
		},
		{
			en: 'The local `admin` stays a way in, until `admin.enabled: "false"` in `argocd-cm`.',
			de: 'Der lokale `admin` kommt weiter hinein, bis `admin.enabled: "false"` in `argocd-cm` steht.',
		},
		{
			en: "A logout there ends the session here too, by `logoutURL`.",
			de: "Eine Abmeldung dort beendet durch `logoutURL` auch die Sitzung hier.",
		},
		{
			en: "It sends no PKCE unless `enablePKCEAuthentication` is set, so PKCE is optional here.",
			de: "Sie sendet kein PKCE, außer `enablePKCEAuthentication` ist gesetzt; darum ist PKCE hier freiwillig.",
		},
		{
			en: "Its command line keeps no secret, so it is an application of its own: `sallyport client add --template argocd-cli`.",
			de: "Ihre Kommandozeile kann kein Geheimnis bewahren und ist darum eine eigene Anwendung: `sallyport client add --template argocd-cli`.",
		},
	],
};

/** Its command line keeps no secret, so it is an application of its own. */
export const argocdCli: Template = {
	...usual,
	name: "argocd-cli",
	title: "Argo CD command line",
	kind: "native",
	authMethod: "none",
	scopes: [...usual.scopes, "offline_access"],
	hasUrl: false,
	redirectUris: ["http://localhost:8085/auth/callback"],
	documents,
	where: { en: "the ConfigMap argocd-cm, beside clientID", de: "die ConfigMap argocd-cm, neben clientID" },
	lines: `  cliClientID: {client_id}`,
	notes: [
		{
			en: "Groups give the same roles as in the browser: see `argocd-rbac-cm`.",
			de: "Gruppen geben dieselben Rollen wie im Browser: siehe `argocd-rbac-cm`.",
		},
		{
			en: "It comes back to port 8085. Another one, by `--sso-port`, needs no change here.",
			de: "Sie kommt an Port 8085 zurück. Ein anderer, mit `--sso-port`, braucht hier keine Änderung.",
		},
		{
			en: "Its refresh token ends with the session here. `sallyport client set {client_id} --offline-days 30 --trusted` lets it last for longer.",
			de: "Ihr Refresh-Token endet mit der Sitzung hier. Mit `sallyport client set {client_id} --offline-days 30 --trusted` gilt es länger.",
		},
	],
};
