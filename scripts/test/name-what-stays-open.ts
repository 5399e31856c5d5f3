/**
 * Loaded before each test file. What a file leaves open (a server, a pool, a process) would keep it, and the whole run,
 * from ever ending. So the file fails, and says what it was. Not `--test-force-exit`: that one loses results.
 */
import { after } from "node:test";

const PATIENCE_MS = 8000;

function fail(): void {
	process.stderr.write(`still open after the last test: ${process.getActiveResourcesInfo().join(", ")}\n`);
	process.exit(1);
}

// The runner loads this as well, and is not a test.
if (process.env.NODE_TEST_CONTEXT !== undefined) after(() => void setTimeout(fail, PATIENCE_MS).unref());
