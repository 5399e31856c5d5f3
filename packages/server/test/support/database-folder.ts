import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Containers often have 64 MB there, which a few databases or pages fill. */
const ENOUGH_BYTES = 1024 ** 3;

export function hasRoomInMemory(): boolean {
	if (!existsSync(MEMORY)) return false;
	const { bavail, bsize } = statfsSync(MEMORY);
	return bavail * bsize > ENOUGH_BYTES;
}

/** Where databases are, in memory where there is room: a commit then waits for no disk, and a copy costs a tenth. */
export const placeOfDatabases = () => (hasRoomInMemory() ? MEMORY : tmpdir());

/** A new folder for SQLite databases. */
export const newDatabaseFolder = () => mkdtempSync(join(placeOfDatabases(), "sallyport-test-"));
