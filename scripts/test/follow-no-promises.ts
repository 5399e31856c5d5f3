/**
 * Loaded before node's test runner, which follows every promise of the service to name the test that a stray error belongs
 * to. That took up to a quarter of all processor time. Such an error still fails its file, and its stack is printed here.
 */
import hooks from "node:async_hooks";
import { inspect } from "node:util";

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });

if (process.env.NODE_TEST_CONTEXT !== undefined) {
	for (const event of ["uncaughtExceptionMonitor", "unhandledRejection"] as const)
		process.on(event, (error: unknown) => process.stderr.write(`${event}: ${inspect(error)}\n`));
	// The runner was killed. Each error about that would be one more to print, for ever.
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(1));
}
