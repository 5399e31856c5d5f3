/** Standard error, so that the output of the script that follows stays clean for pipes. */
export function say(line) {
	process.stderr.write(`sallyport: ${line}\n`);
}

/** A failure that the reader can act on: printed as one line, without a stack. */
export class SetupError extends Error {
	constructor(message, exitCode = 1) {
		super(message);
		this.exitCode = exitCode;
	}
}
