// The first thing every npm script runs, on whatever Node the machine has (18 or newer), before anything is
// installed: hence plain JavaScript without dependencies. It makes the checkout ready (packages, builds) and
// hands over to the pinned runtime. When all is ready it only compares two hashes.
//
//   node scripts/setup.mjs <script.ts> [arguments]
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runBuilds, staleBuilds } from "./setup/builds.mjs";
import { handOver } from "./setup/hand-over.mjs";
import { install, installedLock, lockHash } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { pinnedRuntime } from "./setup/runtime.mjs";
import { SetupError, say } from "./setup/say.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

async function makeReady() {
	const lock = lockHash(root);
	const isInstalled = () => installedLock(root) === lock && pinnedRuntime(root) !== undefined;
	if (isInstalled() && staleBuilds(root, lock).length === 0) return;
	await withLock(root, async () => {
		// Another set-up may have done the work while this one waited, so each step looks again.
		if (!isInstalled()) await install(root, lock);
		const stale = staleBuilds(root, lock);
		if (stale.length > 0) await runBuilds(root, stale);
	});
}

async function run(command) {
	if (command.length === 0)
		throw new SetupError("wrong use: node scripts/setup.mjs <script.ts> [arguments]", 2);
	await makeReady();
	return handOver(pinnedRuntime(root), command, { cwd: root });
}

try {
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	// A SetupError says what to do; what the system refuses (no space, no permission) says so in its message.
	if (!(error instanceof SetupError) && !error.code) throw error;
	say(error.message);
	process.exitCode = error.exitCode ?? 1;
}
