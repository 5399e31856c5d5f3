import { type Template, usual } from "../template.ts";

export const gitea: Template = {
	...usual,
	name: "gitea",
	title: "Gitea",
	pkce: "optional",
	redirectUris: ["{url}/user/oauth2/sallyport/callback"],
	postLogoutUris: ["{url}/"],
	documents: "https://docs.gitea.com/administration/authentication",
	where: "a shell of the Gitea server",
	lines: `gitea admin auth add-oauth --name sallyport --provider openidConnect \\
  --key "{client_id}" --secret "{client_secret}" \\
  --auto-discover-url "{issuer}/.well-known/openid-configuration" \\
  --scopes openid --scopes profile --scopes email --scopes groups --group-claim-name groups`,
};
