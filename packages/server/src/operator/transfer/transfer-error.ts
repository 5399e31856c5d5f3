/** Why a database cannot be copied. The message says what to do; `cause` is the error of the database. */
export class TransferError extends Error {
	readonly code:
		| "database_in_use"
		| "not_sqlite"
		| "not_moved"
		| "source_unreadable"
		| "target_unwritable"
		| "target_not_empty"
		| "target_busy"
		| "copy_differs"
		| "file_exists"
		| "not_a_backup"
		| "backup_damaged"
		| "backup_newer";

	constructor(code: TransferError["code"], message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = "TransferError";
		this.code = code;
	}
}

/** Runs work; turns its errors into a TransferError with this message. */
export async function blaming<T>(
	code: TransferError["code"],
	message: string,
	work: () => Promise<T> | T,
): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (cause instanceof TransferError) throw cause;
		throw new TransferError(code, message, { cause: withoutPath(cause) });
	}
}

/** Removes the path from "ENOENT: no such file or directory, open '/some/draft'"; the message names the final file. */
function withoutPath(error: unknown): unknown {
	if (!(error instanceof Error && "syscall" in error && "path" in error)) return error;
	return new Error(error.message.replace(/, \w+ '.*$/, ""), { cause: error });
}
