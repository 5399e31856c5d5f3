import { relative, resolve } from "node:path";
import type { TestEvent } from "node:test/reporters";

interface Reported {
	name: string;
	file?: string | undefined;
	skip?: string | boolean | undefined;
}

function named({ name, file, skip }: Reported): string {
	const reason = typeof skip === "string" && skip !== name ? `: ${skip}` : "";
	return `${name}${reason}${file === undefined ? "" : ` (${relative(process.cwd(), file)})`}`;
}

/** Node counts a process that has reported nothing as a test that passed, with the name of its file. */
const isWithoutTests = ({ name, file, nesting }: Reported & { nesting: number }) =>
	nesting === 0 && file !== undefined && resolve(name) === file;

/** The last words of a run: by name what was skipped, and why, and what failed, then the counts. */
export default async function* summary(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
	for await (const { type, data } of events) {
		if (type === "test:fail" && data.details.type !== "suite") yield `failed: ${named(data)}\n`;
		if (type === "test:pass" && isWithoutTests(data)) {
			yield `without a test: ${relative(process.cwd(), data.name)}\n`;
			process.exitCode = 1;
		}
		if (type === "test:pass" && data.skip !== undefined) yield `skipped: ${named(data)}\n`;
		if (type === "test:pass" && data.todo !== undefined) yield `todo: ${named(data)}\n`;
		// One summary of each file comes first; the one without a file is of the whole run.
		if (type === "test:summary" && data.file === undefined) {
			const { tests, passed, skipped, todo } = data.counts;
			const left = skipped + todo;
			yield `tests ${tests}, pass ${passed}, fail ${tests - passed - left}, skipped ${left}\n`;
		}
	}
}
