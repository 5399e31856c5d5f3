/** The signal of a client that leaves while it waits, and what makes it leave. */
export function leavingClient(): { signal: AbortSignal; leave: () => void } {
	const controller = new AbortController();
	return { signal: controller.signal, leave: () => controller.abort() };
}
