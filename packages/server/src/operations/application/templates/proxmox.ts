import { type Template, usual } from "../template.ts";

export const proxmox: Template = {
	...usual,
	name: "proxmox",
	title: "Proxmox VE",
	redirectUris: ["{url}"],
	documents: "https://pve.proxmox.com/wiki/User_Management",
	where: "a shell of the Proxmox server",
	lines: `pveum realm add sallyport --type openid --issuer-url {issuer} \\
  --client-id {client_id} --client-key {client_secret} \\
  --username-claim username --autocreate 1 --scopes "profile email groups" --groups-claim groups`,
	notes: [
		"A new user may do nothing. Who is admin: `pveum group add GROUP-sallyport`, then `pveum acl modify / --groups GROUP-sallyport --roles Administrator`. Groups that exist there under that name, with the realm behind it, are filled at each login.",
		"Accounts are named `ada@sallyport`, beside those of `pam` and `pve`; none is linked. The claim for names cannot be changed later.",
		"`root@pam` stays a way in.",
		"A logout there leaves the session here.",
		"Users come back to the address that they began at, with its port, such as `https://pve.example.com:8006`. For more nodes, `sallyport client set {client_id} --redirect-uri …` takes all of them, the first one too.",
	],
};
