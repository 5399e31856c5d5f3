import { type Template, usual } from "../template.ts";

export const proxmox: Template = {
	...usual,
	name: "proxmox",
	title: "Proxmox VE",
	redirectUris: ["{url}"],
	documents: "https://pve.proxmox.com/wiki/User_Management",
	where: { en: "a shell of the Proxmox server", de: "eine Shell des Proxmox-Servers" },
	lines: `pveum realm add sallyport --type openid --issuer-url {issuer} \\
  --client-id {client_id} --client-key {client_secret} \\
  --username-claim username --autocreate 1 --scopes "profile email groups" --groups-claim groups`,
	notes: [
		{
			en: "A new user may do nothing. Who is admin: `pveum group add GROUP-sallyport`, then `pveum acl modify / --groups GROUP-sallyport --roles Administrator`. Groups that exist there under that name, with the realm behind it, are filled at each login.",
			de: "Ein neuer Benutzer darf nichts. Wer Admin ist: `pveum group add GROUP-sallyport`, dann `pveum acl modify / --groups GROUP-sallyport --roles Administrator`. Gruppen, die es dort unter diesem Namen gibt, mit dem Realm dahinter, werden bei jeder Anmeldung gefüllt.",
		},
		{
			en: "Accounts are named `ada@sallyport`, beside those of `pam` and `pve`; none is linked. The claim for names cannot be changed later.",
			de: "Konten heißen `ada@sallyport`, neben denen von `pam` und `pve`; keines wird verknüpft. Der Claim für die Namen lässt sich später nicht ändern.",
		},
		{ en: "`root@pam` stays a way in.", de: "`root@pam` kommt weiter hinein." },
		{
			en: "A logout there leaves the session here.",
			de: "Eine Abmeldung dort lässt die Sitzung hier bestehen.",
		},
		{
			en: "Users come back to the address that they began at, with its port, such as `https://pve.example.com:8006`. For more nodes, `sallyport client set {client_id} --redirect-uri …` takes all of them, the first one too.",
			de: "Benutzer kommen an die Adresse zurück, an der sie begonnen haben, mit ihrem Port, etwa `https://pve.example.com:8006`. Bei mehreren Knoten nennen Sie in `sallyport client set {client_id} --redirect-uri …` alle, auch den ersten.",
		},
	],
};
