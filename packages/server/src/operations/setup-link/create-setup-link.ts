import type { User } from "../../identity/user/user.ts";
import { listUsersWithLinks } from "../../identity/user/user-list-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { randomSecret, randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import {
	endOpenSetupLinks,
	findOpenLink,
	findOpenRecoveryLink,
	hashOfToken,
	insertSetupLink,
	listOpenSetupLinks,
	type Purpose,
	restartLink,
	type SetupLink,
} from "./setup-link-store.ts";

export type SetupLinks = ReturnType<typeof createSetupLinks>;

interface OpenSetupLink {
	user: User;
	address: string;
	expiresAt: number;
}

interface MadeLink {
	id: string;
	address: string;
	expiresAt: number;
}

type LinkUser = Pick<User, "id" | "username">;

/**
 * One-time links, made from the base URL alone. The token comes after `#`: browsers never send that part, so no log and no
 * referrer holds it (ASVS 14.2.1).
 */
export function createSetupLinks({ opened: { database }, audit, clock, random, keyring, config }: Platform) {
	const box = keyring.box("setup link");
	const { baseUrl, setupLinkLifetime, recoveryLifetime } = config;
	const toAddress = (purpose: Purpose, token: string, username: string) => {
		if (purpose === "email") return `${baseUrl}/email#${new URLSearchParams({ token }).toString()}`;
		const why = purpose === "setup" ? {} : { purpose };
		return `${baseUrl}/setup#${new URLSearchParams({ token, username, ...why }).toString()}`;
	};

	/** `email`: the address to which it is sent. */
	async function make(
		queries: Queryable,
		record: RecordEvent,
		{ id: userId, username }: LinkUser,
		{ purpose, email }: { purpose: Purpose; email: string | null },
	): Promise<MadeLink> {
		const now = clock();
		const expiresAt = now + (purpose === "recovery" ? recoveryLifetime : setupLinkLifetime);
		const id = randomUuid(random);
		const token = randomSecret(random);
		await insertSetupLink(queries, {
			id,
			userId,
			tokenHash: hashOfToken(token, purpose),
			tokenSealed: box.seal(Buffer.from(token), id).toString("base64url"),
			createdAt: now,
			expiresAt,
			usedAt: null,
			purpose,
			email,
		});
		const detail = purpose === "setup" ? {} : { detail: { purpose } };
		await record({ event: "setup_link_created", userId, ...detail });
		return { id, address: toAddress(purpose, token, username), expiresAt };
	}

	/** Makes the one open link of a user. Part of a transaction. */
	async function create(
		queries: Queryable,
		record: RecordEvent,
		user: LinkUser,
		email: string | null = null,
	): Promise<MadeLink> {
		// A new link takes the place of those that are still open.
		await endOpenSetupLinks(queries, clock(), { userId: user.id });
		return make(queries, record, user, { purpose: "setup", email });
	}

	/** The address of an open link, to tell it again; null when it was sealed under another secret. */
	function address(link: SetupLink, username: string): string | null {
		const token = box.open(Buffer.from(link.tokenSealed, "base64url"), link.id);
		return token === null ? null : toAddress(link.purpose, token.toString(), username);
	}

	/** The link that a user who has forgotten the password was sent, while it is open. */
	async function findRecovery(queries: Queryable, user: LinkUser, email: string): Promise<SetupLink | null> {
		const open = await findOpenRecoveryLink(queries, user.id, clock());
		return open !== null && open.email === email && address(open, user.username) !== null ? open : null;
	}

	return {
		create,
		address,
		findRecovery,

		/**
		 * For a user who has forgotten the password: the link that is open already, so that no attacker can make it stale by asking;
		 * a further one when it has grown old. Part of a transaction.
		 */
		async recover(
			queries: Queryable,
			record: RecordEvent,
			user: LinkUser,
			email: string,
		): Promise<{ id: string }> {
			const open = await findRecovery(queries, user, email);
			if (open !== null && clock() - open.createdAt <= recoveryLifetime / 2) return open;
			return make(queries, record, user, { purpose: "recovery", email });
		},

		/** It is about to be mailed: its lifetime counts from now, unless it has ended. */
		async restart(queries: Queryable, id: string): Promise<void> {
			await restartLink(queries, id, { now: clock(), lifetime: recoveryLifetime });
		},

		/** For an address of which the user has yet to show that it is read. Part of a transaction. */
		async confirm(queries: Queryable, record: RecordEvent, user: LinkUser, email: string): Promise<MadeLink> {
			await endOpenSetupLinks(queries, clock(), { userId: user.id, purposes: ["email"] });
			return make(queries, record, user, { purpose: "email", email });
		},

		/** Ends those that the user has asked for. What an operator has made stays good. Part of a transaction. */
		async forgetAsked(queries: Queryable, userId: string): Promise<void> {
			await endOpenSetupLinks(queries, clock(), { userId, purposes: ["recovery", "email"] });
		},

		/** null: it does not work any more. */
		async find(queries: Queryable, id: string, username: string): Promise<MadeLink | null> {
			const link = await findOpenLink(queries, id, clock());
			const found = link === null ? null : address(link, username);
			return link === null || found === null ? null : { id, address: found, expiresAt: link.expiresAt };
		},

		/** The open links of users who may log in, or of `only` one. An admin without a password whose link has expired gets a new one. */
		async listOpen(only?: string): Promise<OpenSetupLink[]> {
			const links = new Map<string, SetupLink>();
			for (const link of (await listOpenSetupLinks(database, clock())).reverse())
				links.set(link.userId, link);
			const users = await listUsersWithLinks(database, [...links.keys()]);
			const found: OpenSetupLink[] = [];
			for (const user of users) {
				if (user.disabledAt !== null || (only !== undefined && user.id !== only)) continue;
				const link = links.get(user.id);
				const current = link === undefined ? null : address(link, user.username);
				if (link !== undefined && current !== null) {
					found.push({ user, address: current, expiresAt: link.expiresAt });
				} else if (user.role === "admin" && user.passwordHash === null) {
					const made = await audit.transact((queries, record) => create(queries, record, user));
					found.push({ user, ...made });
				}
			}
			return found;
		},
	};
}
