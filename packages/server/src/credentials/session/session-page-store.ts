import {
	everyPage,
	type Filter,
	type Page,
	type PageOf,
	pageWithin,
} from "../../platform/database/keyset-page.ts";
import type { Queryable, Tables } from "../../platform/database/tables.ts";
import { isAddressPrefix } from "../../platform/lib/address-prefix.ts";
import type { PrincipalWithClient } from "./session.ts";
import type { SessionFilter } from "./session-filter.ts";
import { clientColumns, principalColumns, type SessionRow, toPrincipal, withUser } from "./session-store.ts";

type Is = Filter<Tables, "sessions" | "users">;
type ClientColumns = Pick<PrincipalWithClient["session"], "clientAddress" | "userAgent">;

/** Live ones, those first that end last; or those that were ended, the newest first. No index of their own: each login would pay for it. */
export async function pageOfSessions(
	queries: Queryable,
	{ state, userId, kind, address, since }: SessionFilter,
	{ after, most, now }: PageOf & { now: number },
): Promise<Page<PrincipalWithClient>> {
	let query = withItsUser(queries);
	const rest: Is[] = [];
	if (state === "live") {
		query = query.where("sessions.expires_at", ">", now);
		rest.push((eb) => eb("sessions.ended_at", "is", null));
		rest.push((eb) => eb("sessions.idle_expires_at", ">", now));
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
	// The last, because each user is on a page elsewhere.
	if (state === "live") rest.push(isOfEnabledUser);
	const by = [state === "live" ? "sessions.expires_at" : "sessions.ended_at", "sessions.id"];
	const { rows, next } = await pageWithin(queries, query, by, {
		after,
		most,
		descending: true,
		filter: rest.length === 0 ? null : (eb) => eb.and(rest.map((is) => is(eb))),
		positionOf: (row) => [(state === "live" ? row.expiresAt : row.endedAt) ?? 0, row.id],
	});
	return { rows: rows.map(withClient), next };
}

/** All live ones, in the same order; a page at a time. */
export function listEveryLiveSession(
	queries: Queryable,
	now: number,
	userId?: string,
): AsyncGenerator<PrincipalWithClient[]> {
	return everyPage((after) => pageOfSessions(queries, { state: "live", userId }, { after, most: 1000, now }));
}

/** A left join: where only sessions are looked at, no user is. */
function withItsUser(queries: Queryable) {
	return queries
		.selectFrom("sessions")
		.leftJoin("users", "users.id", "sessions.user_id")
		.select([...principalColumns, ...clientColumns])
		.$castTo<SessionRow & ClientColumns>();
}

const isOfEnabledUser: Is = ({ exists, selectFrom, not }) =>
	not(
		exists(
			selectFrom("users")
				.select("users.id")
				.whereRef("users.id", "=", "sessions.user_id")
				.where("users.disabled_at", "is not", null),
		),
	);

/** Whatever has become of it. */
export async function findSessionWithClient(
	queries: Queryable,
	id: string,
): Promise<PrincipalWithClient | null> {
	const row = await withUser(queries).select(clientColumns).where("sessions.id", "=", id).executeTakeFirst();
	return row === undefined ? null : withClient(row);
}

function withClient({ clientAddress, userAgent, ...row }: SessionRow & ClientColumns): PrincipalWithClient {
	const { user, session } = toPrincipal(row);
	return { user, session: { ...session, clientAddress, userAgent } };
}
