import { timingSafeEqual } from "node:crypto";
import { listLiveSecrets } from "../../identity/application/client-secret-store.ts";
import { noteUse } from "../../identity/application/client-store.ts";
import { MINUTE } from "../../platform/lib/clock.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import type { Uses } from "../uses.ts";

/** By which secret an application authenticates, and when it or its secret was used last, to a minute. */
export function createApplicationUse({ opened, clock }: Uses<"opened" | "clock">) {
	const { reads, unsynced } = opened;
	/** When the use of each was written here: a login need not ask the database. There are few of both. */
	const noted = new Map<string, number>();

	async function note(table: Parameters<typeof noteUse>[1], id: string): Promise<void> {
		const now = clock();
		if (Math.abs(now - (noted.get(id) ?? 0)) < MINUTE) return;
		noted.set(id, now);
		await noteUse(unsynced, table, { id, now });
	}

	return {
		note,

		/** Compared in constant time, by the hashes that are stored, of secrets that have not ended. */
		async isSecretOf(clientId: string, secret: string): Promise<boolean> {
			const given = Buffer.from(sha256(secret));
			const secrets = await listLiveSecrets(reads, clientId, clock());
			const used = secrets.filter(({ secretHash }) => timingSafeEqual(Buffer.from(secretHash), given));
			for (const { id } of used) void note("oidc_client_secrets", id).catch(() => {});
			return used.length > 0;
		},
	};
}
