import { Failure, type FailureCode } from "../../platform/lib/failure.ts";

/** Runs work; turns its errors into a Failure with this message. */
export async function blaming<T>(code: FailureCode, message: string, work: () => Promise<T> | T): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (cause instanceof Failure) throw cause;
		throw new Failure(code, message, { cause: withoutPath(cause) });
	}
}

/** Removes the path from "ENOENT: no such file or directory, open '/some/draft'"; the message names the final file. */
function withoutPath(error: unknown): unknown {
	if (!(error instanceof Error && "syscall" in error && "path" in error)) return error;
	return new Error(error.message.replace(/, \w+ '.*$/, ""), { cause: error });
}
