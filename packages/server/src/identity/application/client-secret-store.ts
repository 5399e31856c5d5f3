import { compileNamed } from "../../platform/database/compile-once.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { ClientSecret } from "./client.ts";

const columns = [
	"id",
	"client_id as clientId",
	"secret_hash as secretHash",
	"hint",
	"created_at as createdAt",
	"expires_at as expiresAt",
	"last_used_at as lastUsedAt",
] as const;

export async function insertSecret(queries: Queryable, secret: ClientSecret): Promise<void> {
	const { clientId, secretHash, createdAt, expiresAt, lastUsedAt, ...rest } = secret;
	await queries
		.insertInto("oidc_client_secrets")
		.values({
			...rest,
			client_id: clientId,
			secret_hash: secretHash,
			created_at: createdAt,
			expires_at: expiresAt,
			last_used_at: lastUsedAt,
		})
		.execute();
}

const listLive = compileNamed<ClientSecret, { clientId: string; now: number }>((queries, { clientId, now }) =>
	queries
		.selectFrom("oidc_client_secrets")
		.select(columns)
		.where("client_id", "=", clientId)
		.where((either) => either.or([either("expires_at", "is", null), either("expires_at", ">", now)]))
		.orderBy("created_at")
		.orderBy("id"),
);

/** Lists the secrets that have not ended. */
export function listLiveSecrets(queries: Queryable, clientId: string, now: number): Promise<ClientSecret[]> {
	return listLive(queries, { clientId, now });
}

/** null: the application has no such secret. */
export async function removeSecret(
	queries: Queryable,
	{ id, clientId }: Pick<ClientSecret, "id" | "clientId">,
): Promise<ClientSecret | null> {
	const removal = queries.deleteFrom("oidc_client_secrets").where("id", "=", id);
	const row = await removal.where("client_id", "=", clientId).returning(columns).executeTakeFirst();
	return row ?? null;
}

/** Secrets that end by then, and of which that was not said yet. At most 100, the soonest first. */
export async function listSecretsToWarnOf(
	queries: Queryable,
	{ endsBy, days }: { endsBy: number; days: number },
): Promise<ClientSecret[]> {
	return queries
		.selectFrom("oidc_client_secrets")
		.select(columns)
		.where("expires_at", "<=", endsBy)
		.where(({ eb, or }) => or([eb("warned_at_days", "is", null), eb("warned_at_days", ">", days)]))
		.orderBy("expires_at")
		.limit(100)
		.execute();
}

/** False: another instance has done so. */
export async function markSecretWarned(queries: Queryable, id: string, days: number): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("oidc_client_secrets")
		.set({ warned_at_days: days })
		.where("id", "=", id)
		.where(({ eb, or }) => or([eb("warned_at_days", "is", null), eb("warned_at_days", ">", days)]))
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

/** Removes the secrets that expired before. */
export async function removeSecretsEndedBefore(queries: Queryable, time: number): Promise<void> {
	await queries.deleteFrom("oidc_client_secrets").where("expires_at", "<", time).execute();
}
