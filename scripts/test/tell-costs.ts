/**
 * Loaded before each test file by `npm test -- --costs`: notes the seconds that each suite took, of the processor and of a
 * clock. Linux counts what a child took when it has ended, so the processes that a suite starts are in it. The first suite
 * of a process pays for loading the service.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { afterEach } from "node:test";

const TICKS_PER_SECOND = 100;

interface Costs {
	processor: number;
	clock: number;
}

function costs(): Costs {
	const stat = readFileSync("/proc/self/stat", "utf8");
	// After the name, which is in parentheses: the 14th to 17th field are ticks, of this process and of its children.
	const ticks = stat
		.slice(stat.lastIndexOf(")") + 2)
		.split(" ")
		.slice(11, 15);
	const processor = ticks.reduce((sum, each) => sum + Number(each), 0) / TICKS_PER_SECOND;
	return { processor, clock: performance.now() / 1000 };
}

function note(file: string): void {
	const nothing: Costs = { processor: 0, clock: 0 };
	let [suite, before, last] = ["", nothing, nothing];
	const write = (what: string, since: Costs) => {
		const columns = [last.processor - since.processor, last.clock - since.clock];
		appendFileSync(file, `${columns.map((each) => each.toFixed(1).padStart(7)).join("")}  ${what}\n`);
	};
	afterEach(({ fullName }) => {
		const [name = ""] = fullName.split(" > ");
		if (name !== suite && suite !== "") {
			write(suite, before);
			before = last;
		}
		[suite, last] = [name, costs()];
	});
	process.on("exit", () => {
		if (suite === "") return;
		write(suite, before);
		last = costs();
		const { testFiles: [first = process.argv[1], ...others] = [] } = globalThis as { testFiles?: string[] };
		write(`process of ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`, nothing);
	});
}

const { NODE_TEST_CONTEXT, TEST_COSTS } = process.env;
// The runner loads this as well, and is not a test.
if (NODE_TEST_CONTEXT !== undefined && TEST_COSTS !== undefined) note(TEST_COSTS);
