/**
 * Grants: what all tokens of a login to an application rest on. When one ends, its login gets another grant id. A request that was
 * under way writes for the old id, which nothing finds any more. Logins are locked before records.
 */
import { type RawBuilder, sql } from "kysely";
import { inBatches, MOST_VARIABLES } from "../../platform/database/in-batches.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Random } from "../../platform/lib/random.ts";
import { hashOfRecord, type OidcRecord, removeRecords, writeRecord } from "./record-store.ts";

const KIND = "Grant";

/** Writes nothing if the login has ended or has another grant by now. Part of a transaction. */
export async function writeGrant(queries: Queryable, grantId: string, record: OidcRecord): Promise<void> {
	const { numUpdatedRows } = await queries
		.updateTable("oidc_sessions")
		.set(({ ref }) => ({ grant_id: ref("grant_id") }))
		.where("user_id", "=", record.account_id ?? "")
		.where("client_id", "=", record.client_id ?? "")
		.where("grant_id", "=", grantId)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 1n) await writeRecord(queries, record);
}

/** Ends a grant and its tokens. Part of a transaction. */
export async function endGrant(queries: Queryable, grantId: string, random: Random): Promise<void> {
	const idHash = hashOfRecord(KIND, grantId);
	const grant = await queries
		.selectFrom("oidc_records")
		.select("account_id")
		.where("id_hash", "=", idHash)
		.executeTakeFirst();
	if (grant?.account_id != null)
		await queries
			.updateTable("oidc_sessions")
			.set({ grant_id: another(random) })
			.where("user_id", "=", grant.account_id)
			.where("grant_id", "=", grantId)
			.execute();
	await removeRecords(queries, { grantId });
	await removeRecords(queries, { idHash });
}

/** Tokens that outlive the session, and the codes for them. */
const outliving = ["RefreshToken", "AccessToken", "AuthorizationCode"];

/** Ends the access of a user that outlives the session. Part of a transaction. */
export async function endOfflineAccess(queries: Queryable, userId: string, random: Random): Promise<void> {
	const offline = queries
		.selectFrom("oidc_records")
		.select("grant_id")
		.where("account_id", "=", userId)
		.where("session_id", "is", null)
		.where("kind", "in", outliving);
	await queries
		.updateTable("oidc_sessions")
		.set({ grant_id: another(random) })
		.where("user_id", "=", userId)
		.where("grant_id", "in", offline)
		.execute();
	const logins = await queries
		.selectFrom("oidc_sessions")
		.innerJoin("sessions", "sessions.id", "oidc_sessions.session_id")
		.select("oidc_sessions.grant_id")
		.where("oidc_sessions.user_id", "=", userId)
		.where("sessions.ended_at", "is", null)
		.execute();
	const inUse = new Set(logins.map(({ grant_id }) => hashOfRecord(KIND, grant_id)));
	const grants = await queries
		.selectFrom("oidc_records")
		.select("id_hash")
		.where("account_id", "=", userId)
		.where("kind", "=", KIND)
		.execute();
	const ended = grants.map(({ id_hash }) => id_hash).filter((idHash) => !inUse.has(idHash));
	const removal = queries.deleteFrom("oidc_records");
	for (const some of inBatches(ended, MOST_VARIABLES)) await removal.where("id_hash", "in", some).execute();
	await removal
		.where("account_id", "=", userId)
		.where("session_id", "is", null)
		.where("kind", "in", outliving)
		.execute();
}

/** Ends everything that the protocol remembers. Part of a transaction. */
export async function endEveryGrant(queries: Queryable, now: number): Promise<void> {
	await queries
		.updateTable("oidc_sessions")
		.set({ grant_id: withMark(now.toString(36)) })
		.execute();
	await removeRecords(queries, "all");
}

const another = (random: Random): RawBuilder<string> => withMark(random(6).toString("base64url"));

/** Replaces the first eight characters. The rest is random too, and belongs to one login only. */
const withMark = (mark: string): RawBuilder<string> =>
	sql`replace("grant_id", substr("grant_id", 1, 8), ${mark})`;
