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
	notes: [
		"The admin page keeps `ADMIN_TOKEN`; no group makes an admin.",
		"An account with the same email address is linked at the first login, unless `SSO_SIGNUPS_MATCH_EMAIL=false`.",
		"A user without an email address is refused, and so is a new one with an address that is not verified here: `sallyport user set NAME --email ADDRESS --verified`.",
		"The vault keeps its master password, which decrypts it. Login by address and master password stays, until `SSO_ONLY=true`.",
		"Its apps stay logged in as long as the session here. `sallyport client set {client_id} --offline-days 30 --trusted` lets them outlive it; with `SSO_AUTH_ONLY_NOT_SESSION=true` they no longer depend on it.",
	],
};
