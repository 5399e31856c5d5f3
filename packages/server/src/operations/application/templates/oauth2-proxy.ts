import { type Template, usual } from "../template.ts";

export const oauth2Proxy: Template = {
	...usual,
	name: "oauth2-proxy",
	title: "oauth2-proxy",
	redirectUris: ["{url}/oauth2/callback"],
	documents: "https://oauth2-proxy.github.io/oauth2-proxy/configuration/providers/openid_connect",
	where: { en: "oauth2-proxy.cfg", de: "oauth2-proxy.cfg" },
	lines: `provider = "oidc"
provider_display_name = "Sallyport"
oidc_issuer_url = "{issuer}"
client_id = "{client_id}"
client_secret = "{client_secret}"
redirect_url = "{url}/oauth2/callback"
scope = "openid profile email groups"
code_challenge_method = "S256"
email_domains = ["*"]
# It lets in users whose address is verified only, and takes a secret of its own:
# cookie_secret = the output of: openssl rand -base64 32 | tr -- '+/' '-_'`,
	notes: [
		{
			en: 'Who may: `allowed_groups = ["GROUP"]`, or `sallyport client set {client_id} --group GROUP`.',
			de: 'Wer darf: `allowed_groups = ["GROUP"]`, oder `sallyport client set {client_id} --group GROUP`.',
		},
		{
			en: "A user without an email address, or with one that is not verified here, is refused: `sallyport user set NAME --email ADDRESS --verified`. `insecure_oidc_allow_unverified_email = true` permits one that is not verified.",
			de: "Wer keine E-Mail-Adresse hat, oder eine, die hier nicht bestätigt ist, wird abgewiesen: `sallyport user set NAME --email ADDRESS --verified`. `insecure_oidc_allow_unverified_email = true` erlaubt eine, die nicht bestätigt ist.",
		},
		{
			en: "Behind it, `X-Forwarded-User` is the id of the user; the name is in `X-Forwarded-Preferred-Username`, groups in `X-Forwarded-Groups`.",
			de: "Dahinter ist `X-Forwarded-User` die ID des Benutzers; der Name steht in `X-Forwarded-Preferred-Username`, Gruppen in `X-Forwarded-Groups`.",
		},
		{
			en: "`{url}/oauth2/sign_out` ends its own cookie only. With `?rd=` and `{end_session}`, percent-encoded, it ends the session here too; the host has to be in `whitelist_domains`.",
			de: "`{url}/oauth2/sign_out` beendet nur das eigene Cookie. Mit `?rd=` und `{end_session}`, prozentkodiert, endet auch die Sitzung hier; der Host muss in `whitelist_domains` stehen.",
		},
	],
};
