/**
 * A label value out of a fixed list; whatever else is given becomes "other". Every new value of a label is a new time
 * series that never goes away, so nothing from outside may make one.
 */
export function oneOf<Value extends string>(values: readonly Value[]): (given: string) => Value | "other" {
	const known = new Map<string, Value>(values.map((value) => [value, value]));
	return (given) => known.get(given) ?? "other";
}
