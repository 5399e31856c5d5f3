import { createImportUsers, type ImportOptions } from "../import/import-users.ts";
import { UnreadableFile } from "../import/read-rows.ts";
import { defineCommand, WrongUse } from "./define-command.ts";
import { importDocument, importText, timeChecks } from "./describe-import.ts";
import { CommandFailed, cause } from "./explain-error.ts";
import { type ImportSource, openImportSource } from "./import-source.ts";
import { showProgress } from "./show-progress.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

export const userImport = defineCommand({
	summary: "Import users with the password hashes of another system.",
	usage: `sallyport user import FILE|- [--format jsonl|csv] [--dry-run] [--strict] [--on-conflict refuse|skip]

Imports users from a file, or from standard input (-). Hashes of argon2, scrypt, bcrypt and PBKDF2 keep working, and each is
replaced at its user's next login; users without a hash are invited. Reports what a check of such passwords costs here, and
why a line was refused; the exit code is then 1. docs/import.md describes the file.

  --format FORMAT     jsonl (the default): one JSON object per line; csv (default for *.csv): a head and rows
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
	async run({ options, names: [name = ""] }) {
		const { strict = false, "dry-run": dryRun = false, "on-conflict": onConflict = "refuse" } = options;
		if (onConflict !== "refuse" && onConflict !== "skip")
			throw new WrongUse("--on-conflict is refuse or skip.");
		if (strict && name === "-")
			throw new WrongUse("--strict reads the file twice; standard input can be read only once.");
		const source = await openImportSource(name, options.format);
		return withDeployment(
			async (opened) => {
				const importFrom = (dryRun: boolean) => importWithProgress(opened, source, { dryRun, onConflict });
				const checked = strict && !dryRun ? await importFrom(true) : null;
				const isRefused = checked !== null && checked.refused > 0;
				const report = isRefused ? checked : await importFrom(dryRun);
				const wrote = !dryRun && !isRefused;
				const { refusalFloor } = opened.deployment.config;
				const timed = await timeChecks(report.hashes);
				const outcome = { ...report, dryRun: !wrote, timed, refusalFloor };
				const nothing = isRefused ? "\n\nNothing was imported (--strict)." : "";
				return {
					document: importDocument(outcome),
					text: importText(outcome) + nothing,
					exitCode: report.refused > 0 ? 1 : 0,
				};
			},
			// Users may be imported before the first start.
			{ make: !dryRun },
		);
	},
});

async function importWithProgress(
	{ database, deployment }: Opened,
	source: ImportSource,
	options: Pick<ImportOptions, "dryRun" | "onConflict">,
) {
	const { audit, clock, random, opened } = deployment;
	const { dialect } = opened;
	const importUsers = createImportUsers({ database, dialect, transact: audit.transact, clock, random });
	const progress = showProgress(process.stderr);
	let written = 0;
	const onProgress = ({ read, imported }: { read: number; imported: number }): void => {
		if (!options.dryRun) written = imported;
		progress.show(source.part(), `${read} users ${options.dryRun ? "checked" : "read"}`);
	};
	try {
		return await importUsers(source.rows(), { ...options, onProgress });
	} catch (error) {
		if (error instanceof UnreadableFile) throw new CommandFailed("file_unreadable", error.message);
		if (written === 0) throw error;
		const message = `The import was interrupted: ${cause(error)}. ${written} users are imported; run it again with --on-conflict skip.`;
		throw new CommandFailed("import_broken_off", message);
	} finally {
		progress.end();
	}
}
