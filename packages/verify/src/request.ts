/**
 * What is read of a request: its method, and a few headers. `headers` is that of a fetch Request, or an object with
 * names in lower case, as Node's IncomingMessage has it.
 */
export interface RequestLike {
	readonly method?: string | undefined;
	readonly headers: FetchHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;
	/** Of Node's IncomingMessage: names and values as they were sent, in turn. */
	readonly rawHeaders?: readonly string[] | undefined;
}

interface FetchHeaders {
	get(name: string): string | null;
}

/** A header that was sent twice is joined by a comma, which no value that is accepted here contains. */
export function headerOf({ headers }: RequestLike, name: string): string | undefined {
	if (typeof headers.get === "function") return (headers as FetchHeaders).get(name) ?? undefined;
	const value = (headers as Record<string, string | readonly string[] | undefined>)[name];
	return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** Node keeps the first Authorization and drops the others, where a gateway in front may have looked at another one. */
export function hasTwoAuthorizations({ rawHeaders = [] }: RequestLike): boolean {
	let count = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index] ?? "";
		if (name.length === 13 && name.toLowerCase() === "authorization") count += 1;
	}
	return count > 1;
}
