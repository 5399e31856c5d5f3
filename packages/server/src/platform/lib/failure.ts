/**
 * A known reason for which something cannot be done. A command prints the message, which says what to do, and the message of
 * the cause, if there is one; never a stack. `code` is for --json.
 */
export class Failure extends Error {
	readonly code: string;

	constructor(code: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "Failure";
		this.code = code;
	}
}
