/** What the bench uses of it. */
declare module "autocannon" {
	interface Options {
		url: string;
		connections: number;
		/** Seconds. */
		duration?: number;
		/** Requests; then the duration does not count. */
		amount?: number;
		/** Seconds. */
		timeout: number;
		/** Sent in turns by each connection. */
		requests: Array<{ method: string; path: string; headers: Record<string, string>; body?: string }>;
	}
	interface Result {
		/** Seconds. */
		duration: number;
		"2xx": number;
		non2xx: number;
		/** Connections that broke, and answers that did not come in time. */
		errors: number;
		/** By status. */
		statusCodeStats: Record<string, { count?: number }>;
		/** Milliseconds. */
		latency: { p50: number; p99: number };
	}
	const autocannon: (options: Options) => Promise<Result>;

	// biome-ignore lint/style/noDefaultExport: a CommonJS module is seen as its default export.
	export { autocannon as default };
}
