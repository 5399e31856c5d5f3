import { createInterface } from "node:readline";
import { type Readable, Writable } from "node:stream";
import { CommandError } from "./command-error.ts";

/** Far more than any policy allows. */
const MOST_BYTES = 65_536;

/** Asks at a terminal, and does not show what is typed. */
export async function askPassword(
	question: string,
	{ input, output }: { input: Readable; output: Writable },
): Promise<string> {
	output.write(question);
	// The line editor works as usual; its echo goes nowhere.
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
	try {
		return await new Promise((resolve, reject) => {
			lines.once("line", resolve);
			for (const event of ["SIGINT", "close"])
				lines.once(event, () => reject(new CommandError("interrupted", "No password was given.")));
		});
	} finally {
		lines.close();
		output.write("\n");
	}
}

/** One password from a pipe or a file, without the line break at its end. */
export async function readPassword(input: Readable & { isTTY?: boolean }): Promise<string> {
	if (input.isTTY)
		throw new CommandError(
			"wrong_use",
			"--password-stdin reads the password from a pipe or a file, never from the terminal.",
		);
	const unreadable = (problem: string) => new CommandError("password_unreadable", problem);
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of input as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > MOST_BYTES) throw unreadable("Standard input is no password: too long.");
		chunks.push(chunk);
	}
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
	} catch {
		throw unreadable("The password on standard input is not UTF-8.");
	}
	const password = text.replace(/\r?\n$/, "");
	if (password === "") throw unreadable("Standard input holds no password.");
	if (/[\r\n]/.test(password))
		throw unreadable("Standard input holds more than one line; a password is one.");
	return password;
}
