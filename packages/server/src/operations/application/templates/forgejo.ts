import type { Template } from "../template.ts";
import { likeGitea, notes } from "./gitea.ts";

export const forgejo: Template = {
	...likeGitea("forgejo"),
	name: "forgejo",
	title: "Forgejo",
	documents: "https://forgejo.org/docs/latest/admin/command-line/#admin-auth-add-oauth",
	where: "a shell of the Forgejo server",
	notes: [
		notes.admins,
		notes.linked,
		"The local login stays, with its own second factor. `--skip-local-2fa` spares users of this service that one.",
		notes.named,
	],
};
