import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./at-end.ts";

/** Gone when it goes out of scope. */
export function temporaryFolder(): Disposable & { path: string } {
	const path = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
	const remove = () => rmSync(path, { recursive: true, force: true });
	const callOff = atEnd(remove);
	return {
		path,
		[Symbol.dispose]() {
			callOff();
			remove();
		},
	};
}
