/** Parameters of the address that have a value, as an operation takes them. */
export function asked<const Name extends string>(
	given: URLSearchParams,
	names: readonly Name[],
): Partial<Record<Name, string>> {
	const found = names.map((name) => [name, given.get(name)] as const).filter(([, value]) => value);
	return Object.fromEntries(found) as Partial<Record<Name, string>>;
}
