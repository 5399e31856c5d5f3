import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import type { ImportReport } from "../../operations/import/import-report.ts";
import { type ImportOptions, importUsers } from "../../operations/import/import-users.ts";
import { readLines } from "../../operations/import/read-lines.ts";
import { type Format, readRows, UnreadableFile } from "../../operations/import/read-rows.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { defineCommand, WrongUse } from "./define-command.ts";
import { describeImport } from "./describe-import.ts";
import { cause } from "./explain-error.ts";
import { showProgress } from "./show-progress.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

export const userImport = defineCommand({
	summary: "Import users of another system, with password hashes and authenticator apps.",
	usage: `sallyport user import FILE|- [--format jsonl|csv] [--dry-run] [--strict] [--on-conflict refuse|skip]

Imports users from a file, or from standard input (-). Hashes of argon2, scrypt, bcrypt and PBKDF2 keep working, and each is
replaced at its user's next login; users without a hash are invited. An authenticator app turns two-step login on. Reports
what a check of such passwords costs here, and why a line was refused; the exit code is then 1. ${documentPath("import.md")} describes the
file.

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
	overHttp:
		"No hash goes over HTTP: run it on the machine of the service. For users without one: apply FILE.",
	async run({ options, names: [name = ""] }) {
		const { strict = false, "dry-run": dryRun = false, "on-conflict": onConflict = "refuse" } = options;
		if (onConflict !== "refuse" && onConflict !== "skip")
			throw new WrongUse("--on-conflict is refuse or skip.");
		if (strict && name === "-")
			throw new WrongUse("--strict reads the file twice; standard input can be read only once.");
		const { format = extname(name).toLowerCase() === ".csv" ? "csv" : "jsonl" } = options;
		if (format !== "csv" && format !== "jsonl") throw new WrongUse("--format is jsonl or csv.");
		const source = await openSource(name);
		return withDeployment(
			async ({ deployment }) => {
				const importFrom = (dryRun: boolean) =>
					importWithProgress(deployment, source, { format, dryRun, onConflict });
				const checked = strict && !dryRun ? await importFrom(true) : null;
				const isRefused = checked !== null && checked.refused > 0;
				const report = isRefused ? checked : await importFrom(dryRun);
				const { refusalFloor } = deployment.config;
				const outcome = await describeImport(report, { dryRun: dryRun || isRefused, refusalFloor });
				const nothing = isRefused ? "\n\nNothing was imported (--strict)." : "";
				return { ...outcome, text: outcome.text + nothing, exitCode: report.refused > 0 ? 1 : 0 };
			},
			// Users may be imported before the first start.
			{ make: !dryRun },
		);
	},
});

/** A file, or "-" for standard input. Throws Failure when the file cannot be read. */
async function openSource(name: string) {
	const size = name === "-" ? null : await sizeOf(name);
	let done = 0;
	return {
		/** From the beginning; only once for standard input. */
		async *read(): AsyncGenerator<Uint8Array> {
			done = 0;
			for await (const chunk of name === "-" ? process.stdin : createReadStream(name)) {
				done += chunk.length;
				yield chunk;
			}
		},
		/** The part that has been read, 0 to 1; null when the length is unknown. */
		part: () => (size === null || size === 0 ? null : done / size),
	};
}

/** Bytes; null for pipes and the like. */
async function sizeOf(name: string): Promise<number | null> {
	const file = await stat(name).catch(() => {
		throw new Failure("file_unreadable", "There is no such file, or it may not be read.");
	});
	if (file.isDirectory()) throw new Failure("file_unreadable", "That is a folder, not a file.");
	return file.isFile() ? file.size : null;
}

async function importWithProgress(
	deployment: Opened["deployment"],
	source: Awaited<ReturnType<typeof openSource>>,
	{ format, dryRun, onConflict }: Pick<ImportOptions, "dryRun" | "onConflict"> & { format: Format },
): Promise<ImportReport> {
	const progress = showProgress(process.stderr);
	let written = 0;
	const onProgress = ({ read, imported }: { read: number; imported: number }): void => {
		if (!dryRun) written = imported;
		progress.show(source.part(), `${read} users ${dryRun ? "checked" : "read"}`);
	};
	try {
		const rows = readRows(readLines(source.read()), format);
		return await importUsers(deployment, rows, { dryRun, onConflict, onProgress });
	} catch (error) {
		if (error instanceof UnreadableFile) throw new Failure("file_unreadable", error.message);
		if (written === 0) throw error;
		const message = `The import was interrupted: ${cause(error)}. ${written} users are imported; run it again with --on-conflict skip.`;
		throw new Failure("import_broken_off", message);
	} finally {
		progress.end();
	}
}
