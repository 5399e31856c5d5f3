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
};
