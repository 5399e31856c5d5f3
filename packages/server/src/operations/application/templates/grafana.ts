import { type Template, usual } from "../template.ts";

export const grafana: Template = {
	...usual,
	name: "grafana",
	title: "Grafana",
	redirectUris: ["{url}/login/generic_oauth"],
	postLogoutUris: ["{url}/login"],
	documents:
		"https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/",
	where: { en: "grafana.ini", de: "grafana.ini" },
	lines: `[server]
root_url = {url}

[auth.generic_oauth]
enabled = true
name = Sallyport
client_id = {client_id}
client_secret = {client_secret}
scopes = openid profile email groups
auth_url = {authorization}
token_url = {token}
api_url = {userinfo}
auth_style = InHeader
use_pkce = true
login_attribute_path = preferred_username
name_attribute_path = name
groups_attribute_path = groups
signout_redirect_url = {end_session}?client_id={client_id}&post_logout_redirect_uri={url_encoded}%2Flogin
# Who is admin, by a group of yours:
# role_attribute_path = contains(groups[*], 'grafana-admins') && 'Admin' || 'Viewer'`,
	notes: [
		{
			en: "Who is admin: `role_attribute_path`, as in the last line. For the admin of the server, map to `GrafanaAdmin`, with `allow_assign_grafana_admin = true`.",
			de: "Wer Admin ist: `role_attribute_path`, wie in der letzten Zeile. Für den Admin des Servers bilden Sie auf `GrafanaAdmin` ab, mit `allow_assign_grafana_admin = true`.",
		},
		{
			en: "Each login sets the role, so one given by hand in Grafana is lost. `skip_org_role_sync = true` keeps it.",
			de: "Jede Anmeldung setzt die Rolle; eine, die in Grafana von Hand vergeben wurde, geht verloren. `skip_org_role_sync = true` behält sie.",
		},
		{
			en: "A user without an email address is refused, and the first admin has none: `sallyport user set NAME --email ADDRESS`. Accounts are linked by `sub`: for accounts from before, set `[auth] oauth_allow_insecure_email_lookup = true` until their users have logged in once, and only while all addresses here can be trusted.",
			de: "Wer keine E-Mail-Adresse hat, wird abgewiesen, und der erste Admin hat keine: `sallyport user set NAME --email ADDRESS`. Konten werden über `sub` verknüpft: Für frühere Konten setzen Sie `[auth] oauth_allow_insecure_email_lookup = true`, bis ihre Benutzer sich einmal angemeldet haben, und nur, solange auf alle Adressen hier Verlass ist.",
		},
		{
			en: "The password form stays. Where `auto_login` is set, it is at `{url}/login?disableAutoLogin=true`.",
			de: "Das Passwortfeld bleibt. Wo `auto_login` gesetzt ist, steht es unter `{url}/login?disableAutoLogin=true`.",
		},
		{
			en: "A logout there ends the session here too. After the access token has ended (an hour), this service asks first.",
			de: "Eine Abmeldung dort beendet auch die Sitzung hier. Ist das Access-Token zu Ende (nach einer Stunde), fragt dieser Dienst vorher.",
		},
	],
};
