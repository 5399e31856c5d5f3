/**
 * Only these parts of prom-client: loading the whole package, with process metrics and OpenTelemetry's API, costs ten times
 * as much at each start (16 ms, 3 MB).
 */
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import Registry from "prom-client/lib/registry.js";

export { Counter, Gauge, Histogram, Registry };

/** The whole package, at the first scrape. */
export const loadPromClient = () => import("prom-client");

/** Metrics of the process and its runtime; samples the event loop delay from this call on. */
export async function collectProcessMetrics(registry: Registry): Promise<void> {
	const { collectDefaultMetrics } = await loadPromClient();
	collectDefaultMetrics({ register: registry });
}

/** A counter with one label, whose series all exist from the start. */
export function createLabelCounter<const Value extends string>(
	registry: Registry,
	{ name, help, label, values }: { name: string; help: string; label: string; values: readonly Value[] },
): (value: Value) => void {
	const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
	for (const value of values) counter.inc({ [label]: value }, 0);
	return (value) => counter.inc({ [label]: value });
}
