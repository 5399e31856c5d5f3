import { createInterface } from "node:readline";
import { type Readable, Writable } from "node:stream";
import { CommandFailed } from "./explain-error.ts";

/** Asks a person at a terminal; what is typed is not shown. */
export async function askPassword(
	question: string,
	{ input, output }: { input: Readable; output: Writable },
): Promise<string> {
	output.write(question);
	// The line editor works as ever; its echo goes nowhere.
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
	try {
		const answer = Promise.withResolvers<string>();
		lines.once("line", answer.resolve);
		lines.once("SIGINT", () => answer.reject(new CommandFailed("interrupted", "No password was given.")));
		lines.once("close", () => answer.reject(new CommandFailed("interrupted", "No password was given.")));
		return await answer.promise;
	} finally {
		lines.close();
		output.write("\n");
	}
}
