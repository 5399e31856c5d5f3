import { type Template, usual } from "../template.ts";

export const gitlab: Template = {
	...usual,
	name: "gitlab",
	title: "GitLab",
	redirectUris: ["{url}/users/auth/openid_connect/callback"],
	documents: "https://docs.gitlab.com/administration/auth/oidc/",
	where: {
		en: "/etc/gitlab/gitlab.rb, then gitlab-ctl reconfigure",
		de: "/etc/gitlab/gitlab.rb, danach gitlab-ctl reconfigure",
	},
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
		{
			en: "A user without an email address is asked for one there before anything else, and the first admin has none: `sallyport user set NAME --email ADDRESS`. GitLab reads the metadata by https alone. Releases before 15.9 know no PKCE: `sallyport client set {client_id} --pkce optional`.",
			de: "Wer keine E-Mail-Adresse hat, wird dort als Erstes nach einer gefragt, und der erste Admin hat keine: `sallyport user set NAME --email ADDRESS`. GitLab liest die Metadaten nur über https. Versionen vor 15.9 kennen kein PKCE: `sallyport client set {client_id} --pkce optional`.",
		},
		{
			en: 'Who is admin: `gitlab: { groups_attribute: "groups", admin_groups: ["GROUP"] }` inside `client_options`.',
			de: 'Wer Admin ist: `gitlab: { groups_attribute: "groups", admin_groups: ["GROUP"] }` innerhalb von `client_options`.',
		},
		{
			en: "Existing users connect Sallyport in their preferences, under Account. `gitlab_rails['omniauth_auto_link_user'] = ['openid_connect']` links accounts of the same email address by itself.",
			de: "Bestehende Benutzer verbinden Sallyport in ihren Einstellungen, unter Account. `gitlab_rails['omniauth_auto_link_user'] = ['openid_connect']` verknüpft Konten mit derselben E-Mail-Adresse von selbst.",
		},
		{
			en: "The password form stays. Where `omniauth_auto_sign_in_with_provider` is set, it is at `{url}/users/sign_in?auto_sign_in=false`.",
			de: "Das Passwortfeld bleibt. Wo `omniauth_auto_sign_in_with_provider` gesetzt ist, steht es unter `{url}/users/sign_in?auto_sign_in=false`.",
		},
		{
			en: "A logout there leaves the session here. To end it too, set the sign-out page URL in the admin area to `{end_session}`.",
			de: "Eine Abmeldung dort lässt die Sitzung hier bestehen. Soll auch sie enden, setzen Sie im Admin-Bereich die Sign-out page URL auf `{end_session}`.",
		},
	],
};
