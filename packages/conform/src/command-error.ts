/** Ends the command with a message and no stack: exit code 2 for `wrong_use`, 1 for every other code. */
export class CommandError extends Error {
	readonly code: string;

	constructor(code: "wrong_use" | "nobody_there" | "interrupted" | "password_unreadable", message: string) {
		super(message);
		this.code = code;
	}
}
