import type { Template } from "../template.ts";
import { likeGitea, notes } from "./gitea.ts";

export const forgejo: Template = {
	...likeGitea("forgejo"),
	name: "forgejo",
	title: "Forgejo",
	documents: "https://forgejo.org/docs/latest/admin/command-line/#admin-auth-add-oauth",
	where: { en: "a shell of the Forgejo server", de: "eine Shell des Forgejo-Servers" },
	notes: [
		notes.admins,
		notes.linked,
		{
			en: "The local login stays, with its own second factor. `--skip-local-2fa` spares users of this service that one.",
			de: "Die lokale Anmeldung bleibt, mit ihrem eigenen zweiten Faktor. `--skip-local-2fa` erspart ihn Benutzern dieses Dienstes.",
		},
		notes.named,
	],
};
