/** The program of a process that runs one command after the other; see createHostedRunner. */

import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { runCommand } from "#commands";

export interface Order {
	argv: string[];
	env: Record<string, string>;
	cwd: string;
	input: string;
}

export interface Outcome {
	code: number;
	out: string;
	err: string;
}

/** Takes what is written there until it is let go. */
function capture(stream: NodeJS.WriteStream) {
	let text = "";
	const { write } = stream;
	stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
		text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
		const done = rest.find((each): each is () => void => typeof each === "function");
		if (done !== undefined) setImmediate(done);
		return true;
	};
	return () => {
		stream.write = write;
		return text;
	};
}

/** Of `current`, what is not among `earlier`, each thing counted. */
function more(current: readonly string[], earlier: readonly string[]): string[] {
	const known = [...earlier];
	return current.filter((each) => {
		const at = known.indexOf(each);
		if (at >= 0) known.splice(at, 1);
		return at < 0;
	});
}

async function carryOut({ argv, env, cwd, input }: Order): Promise<Outcome> {
	process.env = env;
	process.chdir(cwd);
	Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([Buffer.from(input)]) });
	const [out, err] = [capture(process.stdout), capture(process.stderr)];
	const before = process.getActiveResourcesInfo();
	const code = await runCommand(argv).catch((error: unknown) => {
		process.stderr.write(inspect(error));
		return 1;
	});
	// A process of its own would not end either while something is open.
	while (more(process.getActiveResourcesInfo(), before).length > 0) await setTimeout(1);
	// What a start that was refused has put on the process.
	for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtExceptionMonitor"])
		process.removeAllListeners(event);
	return { code, out: out(), err: err() };
}

process.on("message", async (order: Order) => process.send?.(await carryOut(order)));
process.on("disconnect", () => process.exit());
