/**
 * The used part of a request. `headers` is that of a fetch Request, or an object with lower-case names, as in Node's
 * IncomingMessage.
 */
export interface RequestLike {
	readonly method?: string | undefined;
	readonly headers: FetchHeaders | Readonly<Record<string, string | readonly string[] | undefined>>;
	/** Of Node's IncomingMessage: alternating names and values, as sent. */
	readonly rawHeaders?: readonly string[] | undefined;
}

interface FetchHeaders {
	get(name: string): string | null;
}

/** A header sent twice is joined by a comma, which no accepted value contains. */
export function headerOf({ headers }: RequestLike, name: string): string | undefined {
	if (typeof headers.get === "function") return (headers as FetchHeaders).get(name) ?? undefined;
	const value = (headers as Record<string, string | readonly string[] | undefined>)[name];
	return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** Node keeps the first Authorization and drops the others; a gateway in front may have used another one. */
export function hasTwoAuthorizations({ rawHeaders = [] }: RequestLike): boolean {
	let count = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index] ?? "";
		if (name.length === 13 && name.toLowerCase() === "authorization") count += 1;
	}
	return count > 1;
}
