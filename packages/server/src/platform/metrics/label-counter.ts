import { Counter, type Registry } from "prom-client";

/** A counter with one label, whose series all exist from the start. */
export function createLabelCounter<const Value extends string>(
	registry: Registry,
	{ name, help, label, values }: { name: string; help: string; label: string; values: readonly Value[] },
): (value: Value) => void {
	const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
	for (const value of values) counter.inc({ [label]: value }, 0);
	return (value) => counter.inc({ [label]: value });
}
