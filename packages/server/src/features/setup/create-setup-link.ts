import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import { type Random, randomSecret, randomUuid } from "../../platform/lib/random.ts";
import type { Box } from "../../platform/lib/seal.ts";
import { expireOpenSetupLinks, insertSetupLink, type SetupLink } from "./setup-link-store.ts";

export interface SetupLinks {
	/** Makes the one open link of a user and returns its address. Part of a transaction. */
	create(queries: Queryable, record: RecordEvent, user: { id: string; username: string }): Promise<string>;
	/** The address of a link that stands, for printing it again; null when it was sealed under another secret. */
	address(link: SetupLink, username: string): string | null;
}

/** The token stands behind `#`: browsers never send that part, so no log and no referrer holds it (ASVS 14.2.1). */
export function createSetupLinks(dependencies: {
	clock: Clock;
	random: Random;
	box: Box;
	baseUrl: string;
	lifetime: number;
}): SetupLinks {
	const { clock, random, box, baseUrl, lifetime } = dependencies;
	const toAddress = (token: string, username: string) =>
		`${baseUrl}/setup#${new URLSearchParams({ token, username }).toString()}`;
	return {
		async create(queries, record, user) {
			const now = clock();
			const id = randomUuid(random);
			const token = randomSecret(random);
			await expireOpenSetupLinks(queries, user.id, now);
			await insertSetupLink(queries, {
				id,
				userId: user.id,
				tokenHash: sha256(token),
				tokenSealed: box.seal(Buffer.from(token), id).toString("base64url"),
				createdAt: now,
				expiresAt: now + lifetime,
				usedAt: null,
			});
			await record({ event: "setup_link_created", userId: user.id });
			return toAddress(token, user.username);
		},
		address(link, username) {
			const token = box.open(Buffer.from(link.tokenSealed, "base64url"), link.id);
			return token === null ? null : toAddress(token.toString(), username);
		},
	};
}
