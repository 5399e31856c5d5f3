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
	notes: [
		"Who is admin: add `--admin-group GROUP`. Each login then sets the role: it takes it from users outside of the group as well.",
		"A user whose name or address exists already confirms the local password once, and is linked. `[oauth2_client] ACCOUNT_LINKING = auto` in `app.ini` links without it; `ENABLE_AUTO_REGISTRATION = true` spares new users the form.",
		"The local login stays, with its own second factor. `--skip-local-2fa` spares users of this service that one.",
		"The name `sallyport` is a part of the address that users come back to. Under another name: `sallyport client set {client_id} --redirect-uri …`.",
	],
};
