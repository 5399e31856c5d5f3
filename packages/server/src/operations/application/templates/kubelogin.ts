import { type Template, usual } from "../template.ts";

export const kubelogin: Template = {
	...usual,
	name: "kubelogin",
	title: "Kubernetes (kubelogin)",
	kind: "native",
	authMethod: "none",
	scopes: [...usual.scopes, "offline_access"],
	hasUrl: false,
	redirectUris: ["http://localhost:8000", "http://localhost:18000"],
	documents: "https://github.com/int128/kubelogin/blob/master/docs/setup.md",
	where: {
		en: "the flags of kube-apiserver, and a shell of each user (kubectl krew install oidc-login)",
		de: "die Flags von kube-apiserver und eine Shell jedes Benutzers (kubectl krew install oidc-login)",
	},
	lines: `--oidc-issuer-url={issuer}
--oidc-client-id={client_id}
--oidc-username-claim=preferred_username
--oidc-username-prefix=sallyport:
--oidc-groups-claim=groups
--oidc-groups-prefix=sallyport:

kubectl config set-credentials sallyport \\
  --exec-api-version=client.authentication.k8s.io/v1 --exec-interactive-mode=Never \\
  --exec-command=kubectl --exec-arg=oidc-login --exec-arg=get-token \\
  --exec-arg=--oidc-issuer-url={issuer} --exec-arg=--oidc-client-id={client_id} \\
  --exec-arg=--oidc-extra-scope=profile --exec-arg=--oidc-extra-scope=groups --exec-arg=--oidc-extra-scope=offline_access`,
	notes: [
		{
			en: "Who is admin: `kubectl create clusterrolebinding sallyport-admins --clusterrole=cluster-admin --group=sallyport:GROUP`.",
			de: "Wer Admin ist: `kubectl create clusterrolebinding sallyport-admins --clusterrole=cluster-admin --group=sallyport:GROUP`.",
		},
		{
			en: "Client certificates and service accounts stay a way in.",
			de: "Client-Zertifikate und Dienstkonten kommen weiter hinein.",
		},
		{
			en: "The API server looks at signature and end of the id token alone: after a logout here it is good until its end (`SALLYPORT_OIDC_TOKEN_LIFETIME`). `kubectl oidc-login clean` takes tokens off a device.",
			de: "Der API-Server sieht nur auf Signatur und Ende des ID-Tokens: Nach einer Abmeldung hier gilt es, bis es endet (`SALLYPORT_OIDC_TOKEN_LIFETIME`). `kubectl oidc-login clean` nimmt Tokens von einem Gerät.",
		},
		{
			en: "Its refresh token ends with the session here. `sallyport client set {client_id} --offline-days 30 --trusted` lets it last for longer.",
			de: "Ihr Refresh-Token endet mit der Sitzung hier. Mit `sallyport client set {client_id} --offline-days 30 --trusted` gilt es länger.",
		},
	],
};
