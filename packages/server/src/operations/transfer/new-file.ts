import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { settleSqliteFile } from "../../platform/database/sqlite-source.ts";
import { Failure } from "../../platform/lib/failure.ts";
import type { Random } from "../../platform/lib/random.ts";
import { blaming } from "./blaming.ts";

/**
 * Writes a new SQLite file with mode 600 that gets its name when it is complete and on disk. Never replaces a file. `work`
 * receives the path of the draft, which is removed in any case.
 */
export async function writeNewFile<T>(
	path: string,
	random: Random,
	work: (draft: string) => Promise<T>,
): Promise<T> {
	requireFree(path);
	const draft = `${path}.${random(6).toString("hex")}.part`;
	const unwritable = `${path} cannot be written`;
	await blaming("target_unwritable", unwritable, () => writeFileSync(draft, "", { flag: "wx", mode: 0o600 }));
	try {
		const result = await work(draft);
		await blaming("target_unwritable", unwritable, () => {
			settleSqliteFile(draft);
			flush(draft);
			publish(draft, path);
			flush(dirname(resolve(path)));
		});
		return result;
	} finally {
		for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${draft}${suffix}`, { force: true });
	}
}

/** The secret beside a backup. */
export async function writeSecretFile(path: string, secret: string): Promise<void> {
	requireFree(path);
	await blaming("target_unwritable", `${path} cannot be written`, () => {
		const descriptor = openSync(path, "wx", 0o600);
		try {
			writeFileSync(descriptor, `${secret}\n`, { flush: true });
		} catch (error) {
			rmSync(path);
			throw error;
		} finally {
			closeSync(descriptor);
		}
	});
}

function requireFree(path: string): void {
	if (existsSync(path)) throw new Failure("file_exists", `${path} exists; choose another name.`);
}

function publish(draft: string, path: string): void {
	try {
		linkSync(draft, path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") requireFree(path);
		throw error;
	}
}

/** Also for folders: a new entry must reach the disk too. */
function flush(path: string): void {
	const descriptor = openSync(path, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
