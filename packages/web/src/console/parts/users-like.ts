import type { User } from "@sallyport/client";
import type { Api } from "../api.ts";

interface How {
	kind?: User["kind"] | undefined;
	signal?: AbortSignal | undefined;
}

/** The first users whose name begins so; the one who is called so comes first. */
export async function usersLike(
	api: Api,
	text: string,
	{ kind, signal }: How = {},
): Promise<readonly User[]> {
	const query = { limit: "8", ...(text !== "" && { q: text }), ...(kind !== undefined && { kind }) };
	return (await api("GET /users", { query, ...(signal && { signal }) })).users;
}
