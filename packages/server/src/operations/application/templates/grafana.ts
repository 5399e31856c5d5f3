import { type Template, usual } from "../template.ts";

export const grafana: Template = {
	...usual,
	name: "grafana",
	title: "Grafana",
	redirectUris: ["{url}/login/generic_oauth"],
	postLogoutUris: ["{url}/login"],
	documents:
		"https://grafana.com/docs/grafana/latest/setup-grafana/configure-access/configure-authentication/generic-oauth/",
	where: "grafana.ini",
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
		"Who is admin: `role_attribute_path`, as in the last line. For the admin of the server, map to `GrafanaAdmin`, with `allow_assign_grafana_admin = true`.",
		"Each login sets the role, so one given by hand in Grafana is lost. `skip_org_role_sync = true` keeps it.",
		"A user without an email address is refused, and the first admin has none: `sallyport user set NAME --email ADDRESS`. Accounts are linked by `sub`: for accounts from before, set `[auth] oauth_allow_insecure_email_lookup = true` until their users have logged in once, and only while all addresses here can be trusted.",
		"The password form stays. Where `auto_login` is set, it is at `{url}/login?disableAutoLogin=true`.",
		"A logout there ends the session here too. After the access token has ended (an hour), this service asks first.",
	],
};
