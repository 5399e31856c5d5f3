import { type Template, usual } from "../template.ts";

export const paperless: Template = {
	...usual,
	name: "paperless",
	title: "Paperless-ngx",
	redirectUris: ["{url}/accounts/oidc/sallyport/login/callback/"],
	documents: "https://docs.paperless-ngx.com/advanced_usage/#openid-connect-and-social-authentication",
	where: "the environment of Paperless",
	lines: `PAPERLESS_APPS=allauth.socialaccount.providers.openid_connect
PAPERLESS_SOCIALACCOUNT_PROVIDERS={"openid_connect":{"SCOPE":["openid","profile","email","groups"],"OAUTH_PKCE_ENABLED":true,"APPS":[{"provider_id":"sallyport","name":"Sallyport","client_id":"{client_id}","secret":"{client_secret}","settings":{"server_url":"{issuer}","token_auth_method":"client_secret_basic"}}]}}`,
};
