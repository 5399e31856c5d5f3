/** Why `fetch` failed, in a few words: the network or TLS error hidden in its cause. `timeout` in ms. */
export function explainFetch(error: unknown, timeout: number): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === "TimeoutError") return `no answer within ${timeout / 1000} s`;
	if (error instanceof AggregateError && error.errors.length > 0)
		return explainFetch(error.errors[0], timeout);
	if (error.cause !== undefined) return explainFetch(error.cause, timeout);
	// After the semicolon, Node advises about its command line.
	const message = error.message.split("; ", 1)[0] ?? "";
	return "code" in error ? `${message} (${String(error.code)})` : message;
}
