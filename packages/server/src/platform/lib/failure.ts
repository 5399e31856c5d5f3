export type FailureCode =
	| "backup_damaged"
	| "backup_newer"
	| "copy_differs"
	| "database_in_use"
	| "database_missing"
	| "database_replaced"
	| "file_exists"
	| "file_unreadable"
	| "host_unusable"
	| "import_broken_off"
	| "interrupted"
	| "mail_failed"
	| "migrations_pending"
	| "move_unfinished"
	| "moved_away"
	| "moved_to"
	| "no_deployment"
	| "not_a_backup"
	| "not_moved"
	| "not_sqlite"
	| "password_unreadable"
	| "port_forbidden"
	| "port_in_use"
	| "rotation_too_early"
	| "secret_in_force"
	| "secret_mismatch"
	| "secret_missing"
	| "secret_next_missing"
	| "secret_not_announced"
	| "secret_unusable"
	| "source_unreadable"
	| "target_busy"
	| "target_not_empty"
	| "target_unwritable";

/**
 * A known reason for which something cannot be done. A command prints the message, which says what to do, and the message of
 * the cause, if there is one; never a stack. `code` is for --json and the log.
 */
export class Failure extends Error {
	readonly code: FailureCode;

	constructor(code: FailureCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "Failure";
		this.code = code;
	}
}

/**
 * The first line of its message. Two kinds of error have none of their own: several attempts to connect (AggregateError), and what failed
 * while a failure was cleaned up (SuppressedError). There it is that of the first.
 */
export function cause(error: unknown): string {
	if (error instanceof SuppressedError) return cause(error.suppressed);
	if (error instanceof AggregateError && error.errors.length > 0) return cause(error.errors[0]);
	if (!(error instanceof Error)) return String(error);
	return (error.message === "" ? error.name : error.message).split("\n", 1)[0]?.replace(/\.$/, "") ?? "";
}
