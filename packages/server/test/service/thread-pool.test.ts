// At length: it attacks with many requests at once.
/** Passwords are hashed on libuv's pool, where files and names are looked up as well: hashes never fill it. */
// Proves: hashing-queue
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { promisify } from "node:util";
import { reserveThreads } from "../../src/platform/config/config.ts";
import { startServe } from "../support/serve-process.ts";

let folder: string;
before(() => {
	folder = mkdtempSync(join(tmpdir(), "sallyport-test-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const THREADS = 2;
/** Of no password; takes a third of a second. With as much time for memory instead of passes, it would take ten times as long on a busy machine. */
const slowHash = `$argon2id$v=19$m=65536,t=16,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url));

it("a file is read and a name looked up while every thread that may hash is busy and a name server hangs", async () => {
	// Opening a pipe that has no writer holds a thread of the pool, as a name server does that does not respond.
	const pipe = join(folder, "pipe");
	execFileSync("mkfifo", [pipe]);
	const script = `
		import { openSync } from "node:fs";
		import { lookup } from "node:dns/promises";
		import { open, readFile } from "node:fs/promises";
		import { createPasswordHasher } from ${source("identity/password/hash.ts")};
		import { reserveThreads } from ${source("platform/config/config.ts")};
		reserveThreads(${THREADS});
		const parameters = { memory: 64, passes: 1, parallelism: 1 };
		const hasher = createPasswordHasher({ threads: ${THREADS}, parameters, queueLimit: 10, deadline: 60_000 });
		const ended = [];
		const noted = (name, work) => work.then(() => ended.push(name));
		const hashes = Array.from({ length: ${THREADS} }, () =>
			noted("hash", hasher.verify(${JSON.stringify(slowHash)}, "any")));
		const hanging = open(${JSON.stringify(pipe)});
		await noted("file", readFile(${JSON.stringify(import.meta.filename)}));
		await noted("name", lookup("localhost"));
		console.log(ended.join());
		openSync(${JSON.stringify(pipe)}, "r+");
		await (await hanging).close();
		await Promise.all(hashes);
	`;
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
	assert.equal(stdout, "file,name\n");
});

it("the pool has two threads more than may hash, or as many as the operator wants if that is more", () => {
	const sizes = [undefined, "", "1", "4", "5", "6", "many"].map((given) => {
		const environment = { UV_THREADPOOL_SIZE: given };
		reserveThreads(3, environment);
		return environment.UV_THREADPOOL_SIZE;
	});
	assert.deepEqual(sizes, ["5", "5", "5", "5", "5", "6", "5"]);
});

it("a running service has that many threads, which give way to its main thread where the system allows it", async () => {
	const served = await startServe({
		databaseUrl: `sqlite:${join(folder, "served.db")}`,
		settings: { SALLYPORT_HASH_THREADS: "5", UV_THREADPOOL_SIZE: "2" },
	});
	try {
		const tasks = `/proc/${served.child.pid}/task`;
		const threads = readdirSync(tasks).map((id) => ({
			name: readFileSync(`${tasks}/${id}/comm`, "utf8").trim(),
			nice: niceOf(readFileSync(`${tasks}/${id}/stat`, "utf8")),
		}));
		const own = niceOf(readFileSync("/proc/self/stat", "utf8"));
		const pool = threads.filter(({ name }) => name === "libuv-worker");
		assert.deepEqual(
			pool.map(({ nice }) => nice),
			Array.from({ length: 7 }, () => 10),
		);
		for (const { nice } of threads.filter((each) => !pool.includes(each))) assert.equal(nice, own);
	} finally {
		await served.end("SIGTERM");
	}
});

/** Of /proc/PID/stat: the 19th field, counted after the name in parentheses, which is the second. */
function niceOf(stat: string): number {
	return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}
