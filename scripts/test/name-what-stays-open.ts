/**
 * Loaded before each test file. What a file leaves open (a server, a pool, a process) would keep it, and the whole run,
 * from ever ending. So the process fails, and says what it was. Not `--test-force-exit`: that one loses results.
 */
import { after } from "node:test";

const PATIENCE_MS = 8000;

const watch = () => void setTimeout(fail, PATIENCE_MS).unref();

function fail(): void {
	// On a busy machine the runner has not read all results yet.
	if (process.stdout.writableLength > 0) {
		watch();
		return;
	}
	// share-processes.ts names them where several share this process.
	const { testFiles = [] } = globalThis as { testFiles?: string[] };
	const where = testFiles.length > 0 ? `, of one of ${testFiles.join(" ")}` : "";
	process.stderr.write(
		`still open after the last test: ${process.getActiveResourcesInfo().join(", ")}${where}\n`,
	);
	process.exit(1);
}

// The runner loads this as well, and is not a test.
if (process.env.NODE_TEST_CONTEXT !== undefined) after(watch);
