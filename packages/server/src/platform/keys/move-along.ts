import type { RecordEvent } from "../audit/audit.ts";
import type { Queryable } from "../database/tables.ts";
import { endOpenSetupLinks, listSealedAtRest, writeSealedAtRest } from "./sealing-key-store.ts";
import type { SealingKeyring } from "./sealing-keyring.ts";

const labels = { signing_keys: "signing key", setup_links: "setup link" } as const;

/**
 * Re-encrypts what is sealed at rest. An instance that had not heard of a deleted key yet may have sealed a row with it: a setup
 * link is ended then, because a new one is easily made; without a signing key tokens are lost, so that is an error.
 */
export async function moveAlong(
	queries: Queryable,
	record: RecordEvent,
	{ from, to, now }: { from: SealingKeyring; to: SealingKeyring; now: number },
): Promise<void> {
	for (const { table, id, sealed } of await listSealedAtRest(queries, now)) {
		const label = labels[table];
		const plain = from.box(label).open(Buffer.from(sealed, "base64url"), id);
		if (plain !== null) {
			const moved = to.box(label).seal(plain, id).toString("base64url");
			await writeSealedAtRest(queries, { table, id, sealed: moved });
		} else if (table === "setup_links") {
			for (const { userId } of await endOpenSetupLinks(queries, now, id))
				await record({ event: "setup_link_ended", userId });
		} else throw new Error(`The signing key ${id} cannot be opened. Run: sallyport key rotate --compromised`);
	}
}
