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
};
