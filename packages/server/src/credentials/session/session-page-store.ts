import { type Filter, type PageOf, type Position, pageWithin } from "../../platform/database/keyset-page.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import { isAddressPrefix } from "../../platform/lib/address-prefix.ts";
import type { PrincipalWithClient } from "./session.ts";
import type { SessionFilter } from "./session-filter.ts";
import { clientColumns, toPrincipal, withUser } from "./session-store.ts";

type Is = Filter<Tables, "sessions" | "users">;

/** Live ones, those first that end last; or those that were ended, the newest first. No index of their own: each login would pay for it. */
export async function pageOfSessions(
	queries: Queryable,
	{ state, userId, kind, address, since }: SessionFilter,
	{ after, most, now }: Pick<PageOf, "after" | "most"> & { now: number },
): Promise<{ rows: PrincipalWithClient[]; next: Position | null }> {
	let query = withUser(queries).select(clientColumns);
	const rest: Is[] = [];
	if (state === "live") {
		query = query.where("sessions.expires_at", ">", now);
		rest.push((eb) => eb("sessions.ended_at", "is", null));
		rest.push((eb) => eb("sessions.idle_expires_at", ">", now));
		rest.push((eb) => eb("users.disabled_at", "is", null));
	} else query = query.where("sessions.ended_at", "is not", null);
	if (userId !== undefined) query = query.where("sessions.user_id", "=", userId);
	if (kind !== undefined) rest.push((eb) => eb("sessions.kind", "=", kind));
	if (since !== undefined) rest.push((eb) => eb("sessions.created_at", ">=", since));
	if (address !== undefined)
		rest.push((eb) =>
			isAddressPrefix(address)
				? eb("sessions.client_address", "like", `${address}%`)
				: eb("sessions.client_address", "=", address),
		);
	const by = [state === "live" ? "sessions.expires_at" : "sessions.ended_at", "sessions.id"];
	const { rows, next } = await pageWithin(query, by, {
		after,
		most,
		descending: true,
		// Each comes with its user, which costs another look.
		share: 0.2,
		filter: rest.length === 0 ? null : (eb) => eb.and(rest.map((is) => is(eb))),
		positionOf: (row) => [(state === "live" ? row.expiresAt : row.endedAt) ?? 0, row.id],
	});
	return { rows: rows.map(withClient), next };
}

/** Whatever has become of it. */
export async function findSessionWithClient(
	queries: Queryable,
	id: string,
): Promise<PrincipalWithClient | null> {
	const row = await withUser(queries).select(clientColumns).where("sessions.id", "=", id).executeTakeFirst();
	return row === undefined ? null : withClient(row);
}

function withClient({
	clientAddress,
	userAgent,
	...row
}: Parameters<typeof toPrincipal>[0] & {
	clientAddress: string | null;
	userAgent: string | null;
}): PrincipalWithClient {
	const { user, session } = toPrincipal(row);
	return { user, session: { ...session, clientAddress, userAgent } };
}
