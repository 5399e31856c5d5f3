/** autocannon in a process of its own. */
import autocannon from "autocannon";
import type { Request } from "./connection.ts";

export interface LoadOrder {
	/** On 127.0.0.1. */
	port: number;
	connections: number;
	/** Milliseconds. Below a second, which is too short to say anything: a few requests. */
	duration: number;
	/** Sent in turns. */
	requests: Request[];
}

/** Seconds. */
const PATIENCE = 10;

/** Rejects if no request succeeds: what is measured then would be of a server that was not loaded. */
export async function load({ port, connections, duration, requests }: LoadOrder) {
	const began = performance.now();
	const result = await autocannon({
		url: `http://127.0.0.1:${port}`,
		connections,
		// Its clock ticks once a second.
		...(duration < 1000 ? { amount: connections + duration / 10 } : { duration: duration / 1000 }),
		timeout: PATIENCE,
		requests: requests.map(({ method = "GET", path, headers = {}, json }) => ({
			method,
			path,
			headers: json === undefined ? headers : { ...headers, "content-type": "application/json" },
			...(json !== undefined && { body: JSON.stringify(json) }),
		})),
	});
	const statuses: Record<string, number> = {};
	for (const [status, { count = 0 }] of Object.entries(result.statusCodeStats ?? {}))
		statuses[status] = count;
	if (result["2xx"] === 0) throw new Error(`Not one request succeeded in time: ${JSON.stringify(statuses)}`);
	return {
		answered: result["2xx"],
		/** Answers other than 2xx, broken connections, answers that did not come. */
		failed: result.non2xx + result.errors,
		statuses,
		seconds: (performance.now() - began) / 1000,
		/** Milliseconds, to the next whole one. */
		p50: result.latency.p50,
		p99: result.latency.p99,
	};
}
