import { type Template, usual } from "../template.ts";

export const forgejo: Template = {
	...usual,
	name: "forgejo",
	title: "Forgejo",
	redirectUris: ["{url}/user/oauth2/sallyport/callback"],
	documents: "https://forgejo.org/docs/latest/admin/command-line/#admin-auth-add-oauth",
	where: "a shell of the Forgejo server",
	lines: `forgejo admin auth add-oauth --name sallyport --provider openidConnect \\
  --key "{client_id}" --secret "{client_secret}" \\
  --auto-discover-url "{issuer}/.well-known/openid-configuration" \\
  --scopes openid --scopes profile --scopes email --scopes groups --group-claim-name groups`,
};
