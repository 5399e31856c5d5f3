import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { Failure } from "../../platform/lib/failure.ts";
import { WrongUse } from "./define-command.ts";

/** Far more than any policy allows. */
const MOST_BYTES = 65_536;

/** One password from a pipe or a file; only the final line break is removed. */
export async function readPassword(input: Input): Promise<string> {
	const password = await readSecret(input, "password", "--password-stdin reads the password");
	if (/[\r\n]/.test(password))
		throw unreadable("Standard input holds more than one line; a password is one.");
	return password;
}

/** The key of a key file, which is its first line. */
export async function readKey(input: Input, reader: string): Promise<string> {
	return (await readSecret(input, "key", reader)).split(/\r?\n/, 1)[0] ?? "";
}

type Input = Readable & { isTTY?: boolean };

const unreadable = (message: string) => new Failure("password_unreadable", message);

async function readSecret(input: Input, what: string, reader: string): Promise<string> {
	if (input.isTTY) throw new WrongUse(`${reader} from a pipe or a file, never from the terminal.`);
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of input as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length > MOST_BYTES) throw unreadable(`Standard input is too long for a ${what}.`);
		chunks.push(chunk);
	}
	const bytes = Buffer.concat(chunks);
	if (!isUtf8(bytes)) throw unreadable(`The ${what} on standard input is not UTF-8.`);
	const password = new TextDecoder().decode(bytes).replace(/\r?\n$/, "");
	if (password === "") throw unreadable(`Standard input holds no ${what}.`);
	return password;
}
