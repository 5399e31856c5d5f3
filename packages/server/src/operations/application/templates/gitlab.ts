import { type Template, usual } from "../template.ts";

export const gitlab: Template = {
	...usual,
	name: "gitlab",
	title: "GitLab",
	redirectUris: ["{url}/users/auth/openid_connect/callback"],
	documents: "https://docs.gitlab.com/administration/auth/oidc/",
	where: "/etc/gitlab/gitlab.rb, then gitlab-ctl reconfigure",
	lines: `gitlab_rails['omniauth_allow_single_sign_on'] = ['openid_connect']
gitlab_rails['omniauth_block_auto_created_users'] = false
gitlab_rails['omniauth_providers'] = [
  {
    name: "openid_connect",
    label: "Sallyport",
    args: {
      name: "openid_connect",
      scope: ["openid", "profile", "email", "groups"],
      response_type: "code",
      issuer: "{issuer}",
      discovery: true,
      client_auth_method: "basic",
      uid_field: "sub",
      send_scope_to_token_endpoint: "false",
      pkce: true,
      client_options: {
        identifier: "{client_id}",
        secret: "{client_secret}",
        redirect_uri: "{url}/users/auth/openid_connect/callback"
      }
    }
  }
]`,
	notes: [
		"A user without an email address is asked for one there before anything else, and the first admin has none: `sallyport user set NAME --email ADDRESS`. GitLab reads the metadata by https alone. Releases before 15.9 know no PKCE: `sallyport client set {client_id} --pkce optional`.",
		'Who is admin: `gitlab: { groups_attribute: "groups", admin_groups: ["GROUP"] }` inside `client_options`.',
		"Existing users connect Sallyport in their preferences, under Account. `gitlab_rails['omniauth_auto_link_user'] = ['openid_connect']` links accounts of the same email address by itself.",
		"The password form stays. Where `omniauth_auto_sign_in_with_provider` is set, it is at `{url}/users/sign_in?auto_sign_in=false`.",
		"A logout there leaves the session here. To end it too, set the sign-out page URL in the admin area to `{end_session}`.",
	],
};
