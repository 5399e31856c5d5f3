import { type Template, usual } from "../template.ts";

export const vaultwarden: Template = {
	...usual,
	name: "vaultwarden",
	title: "Vaultwarden",
	scopes: ["openid", "profile", "email", "offline_access"],
	redirectUris: ["{url}/identity/connect/oidc-signin"],
	documents: "https://github.com/dani-garcia/vaultwarden/wiki/Enabling-SSO-support-using-OpenId-Connect",
	where: "the environment of Vaultwarden",
	lines: `DOMAIN={url}
SSO_ENABLED=true
SSO_AUTHORITY={issuer}
SSO_SCOPES=profile email offline_access
SSO_PKCE=true
SSO_CLIENT_ID={client_id}
SSO_CLIENT_SECRET={client_secret}
# SSO_ONLY=true leaves no other way in.`,
};
