import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Containers often have 64 MB there, which a few databases fill. */
const ENOUGH_BYTES = 1024 ** 3;

function hasRoom(): boolean {
	if (!existsSync(MEMORY)) return false;
	const { bavail, bsize } = statfsSync(MEMORY);
	return bavail * bsize > ENOUGH_BYTES;
}

/** A new folder for SQLite databases, in memory where there is room: a commit then waits for no disk. */
export const newDatabaseFolder = () => mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), "sallyport-test-"));
