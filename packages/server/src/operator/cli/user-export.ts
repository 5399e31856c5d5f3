import { documentPath } from "../../platform/lib/package-root.ts";
import { escapeHidden } from "./columns.ts";
import { defineCommand } from "./define-command.ts";
import { intoSecretFile } from "./into-secret-file.ts";
import { printPieces } from "./print-pieces.ts";

export const userExport = defineCommand({
	summary: "Write all that is stored about a user to a file.",
	usage: `sallyport user export NAME [--out FILE]

Writes what users get by "Download my data", for one who cannot log in: one JSON document (${documentPath("privacy.md")}). The user gets a mail, where the
address is verified, and an event tells of it.

  --out FILE   a new file, which only you can read; standard output unless given`,
	options: { out: { type: "string" } },
	takes: ["NAME"],
	overHttp: true,
	run: ({ reach, options: { out }, names: [name = ""] }) =>
		reach(async ({ users }) => {
			if (out === undefined) {
				await printPieces(await users.export(name), escapeHidden);
				return null;
			}
			const { username } = await users.find(name);
			await intoSecretFile(out, async (write) => {
				for await (const piece of await users.export(name)) await write(escapeHidden(piece));
			});
			return { document: { username, file: out }, text: `Wrote what is stored about ${username} to ${out}.` };
		}),
});
