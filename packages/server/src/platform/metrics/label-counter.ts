import { Counter, type Registry } from "./prom-client.ts";

/**
 * Maps a value to a fixed list of label values; any other becomes "other". Every new label value is a time series that never
 * goes away, so no value from outside may create one.
 */
export function oneOf<Value extends string>(values: readonly Value[]): (given: string) => Value | "other" {
	const known = new Map<string, Value>(values.map((value) => [value, value]));
	return (given) => known.get(given) ?? "other";
}

/** A counter with one label, whose series all exist from the start. */
export function createLabelCounter(
	registry: Registry,
	{ name, help, label, values }: { name: string; help: string; label: string; values: readonly string[] },
): (value: string) => void {
	const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
	for (const value of values) counter.inc({ [label]: value }, 0);
	const labelOf = oneOf(values);
	return (value) => counter.inc({ [label]: labelOf(value) });
}
