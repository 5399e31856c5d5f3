/** Runs the tests of the product, as USAGE says. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handOver } from "./lib/hand-over.mjs";
import { shareProcesses } from "./test/share-processes.ts";

const USAGE = `npm test -- [WORD]… [switches]

Runs the tests of the product, or all tests whose path contains one of the words.

  WORD         such as login or csrf/origin; finds long tests too, and measurements (bench/)
  --long       what takes long, which npm test leaves to .ci/run
  --postgres   on PostgreSQL what names no database
  --source     on the source instead of the built program: stack traces name its files
  --costs      says what each suite took (Linux)
  --test-name-pattern=TEXT
               only tests whose titles have TEXT; other switches of node, such as --inspect, go to node too`;

const root = join(import.meta.dirname, "..");
/** Some wait for others: for a clock, a browser, a database. Two cores have no time for more. */
const CONCURRENCY = 6;
const COSTS = "--costs";
const SOURCE = "--source";
const POSTGRES = "--postgres";
const LONG = "--long";
const OWN_OPTIONS = [COSTS, SOURCE, POSTGRES, LONG];
/** What a file says, with the reason, that only `--long` or a word of its path runs. */
const AT_LENGTH = "// At length: ";
/** From so many files on, they share a PostgreSQL and processes. */
const MANY = 10;
/** All processes load the same files: a third of their time went into stripping types. */
const compiled = join(root, "node_modules/.cache/tests");
/** Far above what any test takes: only a test that hangs meets it, and then fails by name. */
const TIMEOUT_MS = 3 * 60_000;

const anyTest = globSync("{packages,scripts,bench,examples}/**/*.test.{ts,tsx,mts,js,mjs,cjs}", {
	cwd: root,
	exclude: ["**/node_modules/**", "**/dist/**"],
}).sort();

const takesLong = (file: string) => readFileSync(join(root, file), "utf8").includes(AT_LENGTH);

/** Which files to run, or the reason why that cannot be said. */
function choose(words: readonly string[], long: boolean): { files: string[] } | { problem: string } {
	const foreign = anyTest.find((file) => !file.endsWith(".test.ts"));
	if (foreign) return { problem: `${foreign} would never run: tests are .test.ts files` };
	const unknown = words.find((word) => !anyTest.some((file) => file.includes(word)));
	if (unknown) return { problem: `no test file's path contains "${unknown}"` };
	const isChosen = (file: string) =>
		words.length === 0
			? !file.startsWith("bench/") && takesLong(file) === long
			: words.some((word) => file.includes(word));
	const files = anyTest.filter(isChosen);
	return files.length > 0 ? { files } : { problem: "no test files found" };
}

function tellWhatIsLeftOut(): void {
	const { length } = anyTest.filter(takesLong);
	const [left, them] =
		length === 1 ? ["1 file that takes long", "it"] : [`${length} files that take long`, "them"];
	if (length > 0) process.stdout.write(`left out: ${left}; npm test -- ${LONG} runs ${them}\n`);
}

/** One PostgreSQL for all files that share one, unless the environment names another one; a few files start their own sooner. */
async function sharedPostgres(
	files: readonly string[],
): Promise<AsyncDisposable & { env: NodeJS.ProcessEnv }> {
	if (process.env.TEST_POSTGRES_URL !== undefined || files.length < MANY)
		return { env: {}, [Symbol.asyncDispose]: async () => {} };
	const { startPostgres } = await import("../packages/server/test/support/postgres-cluster.ts");
	const { url, stop } = await startPostgres();
	return { env: { TEST_POSTGRES_URL: url("postgres") }, [Symbol.asyncDispose]: stop };
}

/** The dearest first. */
function tableOf(costs: string): string {
	const rows = readFileSync(costs, "utf8").trimEnd().split("\n");
	const sorted = rows.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a));
	return `\nSeconds of processor and of clock, by suite\n${sorted.join("\n")}\n`;
}

/** The counts come from a second reporter, through a file: the first one prints long failures after its own. */
async function runTests(files: readonly string[], options: readonly string[]): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), "sallyport-test-"));
	const summary = join(folder, "summary");
	const costs = join(folder, "costs");
	const wantsCosts = options.includes(COSTS);
	await using postgres = await sharedPostgres(files);
	try {
		const code = await handOver(
			process.execPath,
			[
				`--import=${new URL("./test/follow-no-promises.ts", import.meta.url)}`,
				`--import=${new URL("./test/miss-no-file.ts", import.meta.url)}`,
				`--import=${new URL("./test/name-what-stays-open.ts", import.meta.url)}`,
				...(wantsCosts ? [`--import=${new URL("./test/tell-costs.ts", import.meta.url)}`] : []),
				// Six processes share two cores: of the four threads that V8 compiles and collects with, one is enough.
				"--v8-pool-size=1",
				"--test",
				`--test-concurrency=${CONCURRENCY}`,
				`--test-timeout=${TIMEOUT_MS}`,
				"--test-reporter=spec",
				"--test-reporter-destination=stdout",
				`--test-reporter=${new URL("./test/summary-reporter.ts", import.meta.url)}`,
				`--test-reporter-destination=${summary}`,
				...options.filter((option) => !OWN_OPTIONS.includes(option)),
				...(files.length < MANY ? files : shareProcesses(files, root, folder)),
			],
			{
				cwd: root,
				env: {
					...process.env,
					...postgres.env,
					NODE_COMPILE_CACHE: compiled,
					...(wantsCosts && { TEST_COSTS: costs }),
					...(options.includes(POSTGRES) && { TEST_DATABASE: "postgres" }),
					// The imports of packages/server/package.json then lead to the source.
					...(options.includes(SOURCE) && { NODE_OPTIONS: "--conditions=sallyport-source" }),
				},
			},
		);
		if (wantsCosts) process.stdout.write(tableOf(costs));
		// Node has refused a switch, and said so.
		if (existsSync(summary)) process.stdout.write(`\n${readFileSync(summary, "utf8")}`);
		return code;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Of ours or of node, which refuses an unknown --test-… in one line, and ends with others in a page of its own help. */
function isSwitch(option: string): boolean {
	const [name = ""] = option.split("=", 1);
	const isOfNode = name.startsWith("--test-") || process.allowedNodeEnvironmentFlags.has(name);
	return OWN_OPTIONS.includes(option) || isOfNode;
}

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg.startsWith("-") && !isSwitch(arg));
const words = args.filter((arg) => !arg.startsWith("-"));
const choice =
	unknown === undefined
		? choose(words, args.includes(LONG))
		: { problem: `there is no switch ${unknown}; npm test -- --help lists them` };
if (args.includes("--help") || args.includes("-h")) {
	process.stdout.write(`${USAGE}\n`);
} else if ("problem" in choice) {
	process.stderr.write(`${choice.problem}\n`);
	process.exitCode = 1;
} else {
	process.exitCode = await runTests(
		choice.files,
		args.filter((arg) => arg.startsWith("-")),
	);
	if (words.length === 0 && !args.includes(LONG)) tellWhatIsLeftOut();
}
