import { listUsers, type User } from "../../identity/user/user-store.ts";
import type { RecordEvent, Transact } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { sha256 } from "../../platform/lib/hash.ts";
import { type Random, randomSecret, randomUuid } from "../../platform/lib/random.ts";
import type { Box } from "../../platform/lib/seal.ts";
import {
	endOpenSetupLinks,
	insertSetupLink,
	listOpenSetupLinks,
	type SetupLink,
} from "./setup-link-store.ts";

export type SetupLinks = ReturnType<typeof createSetupLinks>;

export interface OpenSetupLink {
	user: User;
	address: string;
	expiresAt: number;
}

/** The token comes after `#`: browsers never send that part, so no log and no referrer holds it (ASVS 14.2.1). */
export function createSetupLinks(dependencies: {
	database: Queryable;
	transact: Transact;
	clock: Clock;
	random: Random;
	box: Box;
	baseUrl: string;
	lifetime: number;
}) {
	const { database, transact, clock, random, box, baseUrl, lifetime } = dependencies;
	const toAddress = (token: string, username: string) =>
		`${baseUrl}/setup#${new URLSearchParams({ token, username }).toString()}`;

	/** Makes the one open link of a user. Part of a transaction. */
	async function create(
		queries: Queryable,
		record: RecordEvent,
		user: Pick<User, "id" | "username">,
	): Promise<Omit<OpenSetupLink, "user">> {
		const now = clock();
		const expiresAt = now + lifetime;
		const id = randomUuid(random);
		const token = randomSecret(random);
		// A new link takes the place of those that are still open.
		await endOpenSetupLinks(queries, now, { userId: user.id });
		await insertSetupLink(queries, {
			id,
			userId: user.id,
			tokenHash: sha256(token),
			tokenSealed: box.seal(Buffer.from(token), id).toString("base64url"),
			createdAt: now,
			expiresAt,
			usedAt: null,
		});
		await record({ event: "setup_link_created", userId: user.id });
		return { address: toAddress(token, user.username), expiresAt };
	}

	/** The address of an open link, to print it again; null when it was sealed under another secret. */
	function address(link: SetupLink, username: string): string | null {
		const token = box.open(Buffer.from(link.tokenSealed, "base64url"), link.id);
		return token === null ? null : toAddress(token.toString(), username);
	}

	return {
		create,
		address,
		/** The open links of users who may log in. An admin without a password whose link has expired gets a new one. */
		async listOpen(): Promise<OpenSetupLink[]> {
			const users = (await listUsers(database)).filter((user) => user.disabledAt === null);
			const links = await listOpenSetupLinks(database, clock());
			const found: OpenSetupLink[] = [];
			for (const user of users) {
				const link = links.find((each) => each.userId === user.id);
				const present = link === undefined ? null : address(link, user.username);
				if (link !== undefined && present !== null) {
					found.push({ user, address: present, expiresAt: link.expiresAt });
				} else if (user.role === "admin" && user.passwordHash === null) {
					const made = await transact((queries, record) => create(queries, record, user));
					found.push({ user, ...made });
				}
			}
			return found;
		},
	};
}
