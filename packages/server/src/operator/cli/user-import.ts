import { extname } from "node:path";
import { documentPath } from "../../platform/lib/package-root.ts";
import { defineCommand, oneOf, WrongUse } from "./define-command.ts";

export const userImport = defineCommand({
	summary: "Import users of another system, with password hashes and authenticator apps.",
	usage: `sallyport user import FILE|- [--format jsonl|csv] [--dry-run] [--strict] [--on-conflict refuse|skip]

Imports users from a file, or from standard input (-). Hashes of argon2, scrypt, bcrypt and PBKDF2 keep working, and each is
replaced at its user's next login; users without a hash are invited. An authenticator app turns two-step login on. Reports
what a check of such passwords costs here, and why a line was refused; the exit code is then 1. ${documentPath("import.md")} describes the
file.

  --format FORMAT     jsonl (the default): one JSON object per line; csv (the default for *.csv): a head and rows
  --dry-run           write nothing; report what would be imported
  --strict            import nothing if any line is refused; reads the file twice
  --on-conflict WHAT  if a username exists: refuse the line (the default), or skip it`,
	options: {
		format: { type: "string" },
		"dry-run": { type: "boolean" },
		strict: { type: "boolean" },
		"on-conflict": { type: "string" },
	},
	takes: ["FILE"],
	overHttp:
		"No hash goes over HTTP: run it on the machine of the service. For users without one: apply FILE.",
	async run({ options, names: [name = ""] }) {
		const { strict = false, "dry-run": dryRun = false } = options;
		const onConflict = oneOf("--on-conflict", options["on-conflict"] ?? "refuse", ["refuse", "skip"]);
		if (strict && name === "-")
			throw new WrongUse("--strict reads the file twice; standard input can be read only once.");
		const usual = extname(name).toLowerCase() === ".csv" ? "csv" : "jsonl";
		const format = oneOf("--format", options.format ?? usual, ["jsonl", "csv"]);
		// Loaded here: help is to need no hash function.
		const { importFile } = await import("./import-file.ts");
		return importFile(name, { format, strict, dryRun, onConflict });
	},
});
