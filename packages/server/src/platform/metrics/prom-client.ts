import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * Only these parts of prom-client: loading the whole package, with process metrics and OpenTelemetry's API, costs ten times
 * as much at each start (16 ms, 3 MB).
 */
export const Registry: typeof import("prom-client").Registry = require("prom-client/lib/registry.js");
export const Counter: typeof import("prom-client").Counter = require("prom-client/lib/counter.js");
export const Gauge: typeof import("prom-client").Gauge = require("prom-client/lib/gauge.js");
export const Histogram: typeof import("prom-client").Histogram = require("prom-client/lib/histogram.js");

/** Metrics of the process and its runtime; samples the event loop delay from this call on. */
export async function collectProcessMetrics(registry: Registry): Promise<void> {
	const { collectDefaultMetrics } = await import("prom-client");
	collectDefaultMetrics({ register: registry });
}

export type Registry = import("prom-client").Registry;

/** A counter with one label, whose series all exist from the start. */
export function createLabelCounter<const Value extends string>(
	registry: Registry,
	{ name, help, label, values }: { name: string; help: string; label: string; values: readonly Value[] },
): (value: Value) => void {
	const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
	for (const value of values) counter.inc({ [label]: value }, 0);
	return (value) => counter.inc({ [label]: value });
}
