import type { Readable } from "node:stream";
import { WrongUse } from "./define-command.ts";
import { CommandFailed } from "./explain-error.ts";

/** Far more than any policy allows. */
const MOST_BYTES = 65_536;

/** One password from a pipe or a file; only the final line break is removed. */
export async function readPassword(input: Readable & { isTTY?: boolean }): Promise<string> {
	if (input.isTTY) {
		throw new WrongUse("--password-stdin reads the password from a pipe or a file, never from the terminal.");
	}
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of input as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > MOST_BYTES)
			throw new CommandFailed("password_unreadable", "Standard input is too long for a password.");
		chunks.push(chunk);
	}
	const password = decode(Buffer.concat(chunks)).replace(/\r?\n$/, "");
	if (password === "") throw new CommandFailed("password_unreadable", "Standard input holds no password.");
	if (/[\r\n]/.test(password)) {
		throw new CommandFailed(
			"password_unreadable",
			"Standard input holds more than one line; a password is one.",
		);
	}
	return password;
}

function decode(bytes: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new CommandFailed("password_unreadable", "The password on standard input is not UTF-8.");
	}
}
