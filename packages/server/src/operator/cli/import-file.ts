/** What `user import` does; apart, because it loads the hash functions of other systems. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ImportReport } from "../../operations/import/import-report.ts";
import { type ImportOptions, importUsers } from "../../operations/import/import-users.ts";
import { readLines } from "../../operations/import/read-lines.ts";
import { type Format, readRows, UnreadableFile } from "../../operations/import/read-rows.ts";
import { cause, Failure } from "../../platform/lib/failure.ts";
import type { Result } from "./define-command.ts";
import { describeImport } from "./describe-import.ts";
import { showProgress } from "./show-progress.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

interface Chosen extends Pick<ImportOptions, "dryRun" | "onConflict"> {
	format: Format;
	strict: boolean;
}

/** `name`: of a file, or "-" for standard input. Throws Failure. */
export async function importFile(
	name: string,
	{ format, strict, dryRun, onConflict }: Chosen,
): Promise<Result> {
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
}

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
		throw new Failure("file_unreadable", `There is no file ${name}, or it may not be read.`);
	});
	if (file.isDirectory()) throw new Failure("file_unreadable", `${name} is a folder, not a file.`);
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
