/** A few words for why `fetch` gave no answer: those of the network or of TLS, which it hides in the cause. `timeout` in ms. */
export function explainFetch(error: unknown, timeout: number): string {
	if (!(error instanceof Error)) return String(error);
	if (error.name === "TimeoutError") return `no answer within ${timeout / 1000} s`;
	if (error instanceof AggregateError && error.errors.length > 0)
		return explainFetch(error.errors[0], timeout);
	if (error.cause !== undefined) return explainFetch(error.cause, timeout);
	// Behind the semicolon stands advice about the command line of Node.
	const message = error.message.split("; ", 1)[0] ?? "";
	return "code" in error ? `${message} (${String(error.code)})` : message;
}
