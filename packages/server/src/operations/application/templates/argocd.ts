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
	where:
		"the ConfigMap argocd-cm; the secret goes into the Secret argocd-secret under oidc.sallyport.clientSecret",
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
		"Who is admin: `g, GROUP, role:admin` in `policy.csv` of the ConfigMap `argocd-rbac-cm`. Users without a role there get `policy.default`.",
		'The local `admin` stays a way in, until `admin.enabled: "false"` in `argocd-cm`.',
		"A logout there ends the session here too, by `logoutURL`.",
		"It sends no PKCE unless `enablePKCEAuthentication` is set, so PKCE is optional here.",
		"Its command line keeps no secret, so it is an application of its own: `sallyport client add --template argocd-cli`.",
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
	where: "the ConfigMap argocd-cm, beside clientID",
	lines: `  cliClientID: {client_id}`,
	notes: [
		"Groups give the same roles as in the browser: see `argocd-rbac-cm`.",
		"It comes back to port 8085. Another one, by `--sso-port`, needs no change here.",
		"Its refresh token ends with the session here. `sallyport client set {client_id} --offline-days 30 --trusted` lets it last for longer.",
	],
};
