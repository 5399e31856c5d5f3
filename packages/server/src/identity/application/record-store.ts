import { compileNamed } from "../../platform/database/compile-once.ts";
import { removeRows } from "../../platform/database/remove-rows.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { OidcRecordTable } from "../../platform/database/tables-of-applications.ts";
import { sha256 } from "../../platform/lib/hash.ts";

export type OidcRecord = Omit<OidcRecordTable, "consumed_at">;

/** An id is a secret itself, as a code or a token is. */
export const hashOfRecord = (kind: string, id: string): string => sha256(`${kind} ${id}`);

const write = compileNamed<unknown, OidcRecord>((queries, values) => {
	const rest = {
		kind: values.kind,
		payload_sealed: values.payload_sealed,
		grant_id: values.grant_id,
		account_id: values.account_id,
		client_id: values.client_id,
		session_id: values.session_id,
		expires_at: values.expires_at,
	};
	return queries
		.insertInto("oidc_records")
		.values({ id_hash: values.id_hash, ...rest })
		.onConflict((conflict) => conflict.column("id_hash").doUpdateSet(rest));
});

export async function writeRecord(queries: Queryable, record: OidcRecord): Promise<void> {
	await write(queries, record);
}

type Found = {
	payloadSealed: OidcRecordTable["payload_sealed"];
	consumedAt: number | null;
	expiresAt: number;
};

const find = compileNamed<Found, { idHash: string }>((queries, { idHash }) =>
	queries
		.selectFrom("oidc_records")
		.select(["payload_sealed as payloadSealed", "consumed_at as consumedAt", "expires_at as expiresAt"])
		.where("id_hash", "=", idHash),
);

export async function findRecord(queries: Queryable, idHash: string): Promise<Found | null> {
	const [row] = await find(queries, { idHash });
	return row ?? null;
}

const consume = compileNamed<{ id_hash: string }, { idHash: string; now: number }>(
	(queries, { idHash, now }) =>
		queries
			.updateTable("oidc_records")
			.set({ consumed_at: now })
			.where("id_hash", "=", idHash)
			.where("consumed_at", "is", null)
			.returning("id_hash"),
);

/** False: another request has used it up, here or at another instance. */
export async function consumeRecord(queries: Queryable, idHash: string, now: number): Promise<boolean> {
	const consumed = await consume(queries, { idHash, now });
	return consumed.length === 1;
}

/** Which records end. */
type WhichRecords =
	| { idHash: string }
	| { grantId: string }
	/** What lives no longer than these sessions. */
	| { ofSessions: readonly string[] }
	/** What a user gave this application, or all of them. */
	| { ofUser: string; clientId?: string }
	| { ofClient: string };

export async function removeRecords(queries: Queryable, which: WhichRecords | "all"): Promise<void> {
	const removal = queries.deleteFrom("oidc_records");
	if (which === "all") await removal.execute();
	else if ("idHash" in which) await removal.where("id_hash", "=", which.idHash).execute();
	else if ("grantId" in which) await removal.where("grant_id", "=", which.grantId).execute();
	else if ("ofClient" in which) await removal.where("client_id", "=", which.ofClient).execute();
	else if ("ofUser" in which) {
		const { ofUser, clientId } = which;
		const of = removal.where("account_id", "=", ofUser);
		await (clientId === undefined ? of : of.where("client_id", "=", clientId)).execute();
	} else if (which.ofSessions.length > 0) await removal.where("session_id", "in", which.ofSessions).execute();
}

export async function removeExpiredRecords(queries: Queryable, now: number): Promise<void> {
	const which = queries.selectFrom("oidc_records").where("expires_at", "<=", now);
	await removeRows(queries, "oidc_records", ["id_hash"], which);
}
