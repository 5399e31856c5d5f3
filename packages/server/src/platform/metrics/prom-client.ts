import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * What the service counts with, and no more of prom-client: the whole package, with the process metrics and OpenTelemetry's
 * API behind them, would cost each start ten times as much (16 ms, 3 MB).
 */
export const Registry: typeof import("prom-client").Registry = require("prom-client/lib/registry.js");
export const Counter: typeof import("prom-client").Counter = require("prom-client/lib/counter.js");
export const Gauge: typeof import("prom-client").Gauge = require("prom-client/lib/gauge.js");
export const Histogram: typeof import("prom-client").Histogram = require("prom-client/lib/histogram.js");

/** What tells of the process and its runtime; samples the delay of the event loop from the call on. */
export async function collectProcessMetrics(registry: Registry): Promise<void> {
	const { collectDefaultMetrics } = await import("prom-client");
	collectDefaultMetrics({ register: registry });
}

export type Registry = import("prom-client").Registry;
