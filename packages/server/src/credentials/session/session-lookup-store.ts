import { createCoherentCache } from "../../platform/database/coherent-cache.ts";
import { compileOnce, padded } from "../../platform/database/compile-once.ts";
import { createLookupBatching } from "../../platform/database/lookup-batching.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import { CLOCKS_APART } from "../../platform/lib/clock.ts";
import { createPrincipalInterning } from "./principal-interning.ts";
import type { Principal } from "./session.ts";
import { type SessionRow, withUser } from "./session-store.ts";

const columnOf = {
	id: "sessions.id",
	secretHash: "sessions.secret_hash",
	csrfReference: "sessions.csrf_reference",
} as const;

/** Finds the session behind a credential, at every request. null when there is none. */
export function createSessionLookUp({ reads, dataVersion }: OpenedDatabase) {
	const principalOf = createPrincipalInterning();
	const by = (key: keyof typeof columnOf) => {
		const query = compileOnce<SessionRow>((queries, keys) =>
			withUser(queries).where(columnOf[key], "in", keys as string[]),
		);
		const find = async (keys: readonly string[]) => {
			const rows = await query(reads, padded(keys));
			return new Map(rows.map((row) => [row[key] ?? "", principalOf(row)]));
		};
		return createLookupBatching({
			find: dataVersion === null ? find : createCoherentCache({ find, dataVersion }),
		});
	};
	const [byId, bySecretHash, byCsrfReference] = [by("id"), by("secretHash"), by("csrfReference")];
	return {
		byId: async (id: string) => (await byId(id)) ?? null,
		/** By the secret in force, else by the one before the last renewal while that is still accepted. */
		async bySecretHash(hash: string, now: number): Promise<Principal | null> {
			const current = await bySecretHash(hash);
			if (current !== undefined) return current;
			const previous = await withUser(reads)
				.where("sessions.previous_secret_hash", "=", hash)
				.where("sessions.previous_secret_until", ">", now)
				// The clock was set back, so the replacement seems to lie ahead; the old secret does not become valid again.
				.where("sessions.last_seen_at", "<=", now + CLOCKS_APART)
				.executeTakeFirst();
			return previous === undefined ? null : principalOf(previous);
		},
		byCsrfReference: async (reference: string) => (await byCsrfReference(reference)) ?? null,
	};
}
