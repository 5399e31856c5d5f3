import type { FetchService } from "./fetch-service.ts";
import { NotServed } from "./fresh-copy.ts";
import type { OpenSigned } from "./signed-token.ts";
import { MAXIMUM_TOKEN, readStatusList, type StatusList } from "./status-list.ts";

export type FetchedList = StatusList & { etag: string | null };

/** Fetches a status list and verifies it; one that has not changed since the previous time is not sent again. */
export function createFetchStatusList({
	issuer,
	fetchService,
	openSigned,
}: {
	issuer: string;
	fetchService: FetchService;
	openSigned: OpenSigned;
}) {
	return async function fetchStatusList(
		uri: string,
		now: number,
		previous?: FetchedList,
	): Promise<FetchedList> {
		const headers: Record<string, string> = { accept: "application/statuslist+jwt" };
		if (previous?.etag && previous.expiresAt > now) headers["if-none-match"] = previous.etag;
		const response = await fetchService(uri, { headers, limit: MAXIMUM_TOKEN });
		if (response.status === 304 && previous !== undefined && "if-none-match" in headers) return previous;
		if (response.status === 404) throw new NotServed(`${uri} answered 404.`);
		if (response.status !== 200) throw new Error(`${uri} answered ${response.status}.`);
		const list = await readStatusList(response.text, { openSigned, issuer, uri, now }).catch(
			(cause: unknown) => {
				// Also when the key set could not be fetched: the list has arrived and may tell of removed keys.
				throw new NotServed(`${uri} cannot be verified.`, { cause });
			},
		);
		return { ...list, etag: response.headers.get("etag") };
	};
}
