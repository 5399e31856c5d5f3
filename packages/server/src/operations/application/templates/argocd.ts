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
};
