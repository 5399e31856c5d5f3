import type { Acr, Principal } from "../../credentials/session/session.ts";
import { lockSession } from "../../credentials/session/session-store.ts";
import type { Client } from "../../identity/application/client.ts";
import { isClientId } from "../../identity/application/client-settings.ts";
import { findClient } from "../../identity/application/client-store.ts";
import { ensureApplicationLogin, useApplicationLogin } from "../../identity/application/login-store.ts";
import { createWindowLimit } from "../../identity/throttle/window-limit.ts";
import { lockUser } from "../../identity/user/user-store.ts";
import type { Client as Requester } from "../../platform/audit/audit.ts";
import { inTransaction } from "../../platform/database/open.ts";
import type { Headers } from "../../platform/http/headers.ts";
import { addressPrefix, networkPrefix } from "../../platform/lib/address-prefix.ts";
import { MINUTE } from "../../platform/lib/clock.ts";
import type { Parts } from "../uses.ts";
import { createApplicationUse } from "./application-use.ts";
import { claimsOf, findApplicationUser } from "./claims.ts";
import { createConsents } from "./consents.ts";

/** In a minute, for a user; where none is logged in for an address (IPv6: /64), and for a whole /48. */
const MOST_BEGUN = 120;
const MOST_OF_NETWORK = 960;

export type ApplicationAccess = ReturnType<typeof createApplicationAccess>;

/** What an application is and may know, by the current state of the rows: whatever was ended is refused at the next request. */
export function createApplicationAccess({
	opened,
	clock,
	random,
	audit,
	keyring,
	findPrincipal,
	listMethods,
}: Parts) {
	const { reads, unsynced } = opened;
	const ofOne = { most: MOST_BEGUN, window: MINUTE };
	const countOne = createWindowLimit({ keyring, clock }, "application login", ofOne);
	const ofNetwork = { most: MOST_OF_NETWORK, window: MINUTE };
	const countNetwork = createWindowLimit({ keyring, clock }, "application login of network", ofNetwork);
	const consents = createConsents({ opened, clock, audit });
	const name = () => random(16).toString("base64url");
	const use = createApplicationUse({ opened, clock });

	return {
		...consents,

		/** Counts a login that begins: each may leave a record. Throws rate_limited. */
		async countBegun(
			principal: Principal | null,
			address: string,
			tell: (headers: Headers) => void,
		): Promise<void> {
			await countOne(unsynced, principal?.user.id ?? addressPrefix(address), tell);
			const network = principal === null ? networkPrefix(address) : null;
			// Afterwards: what one address is refused takes nothing from the rest of its network.
			if (network !== null) await countNetwork(unsynced, network);
		},

		/** A disabled one too, which callers refuse. `id`: text from outside. */
		find: async (id: string): Promise<Client | null> => (isClientId(id) ? findClient(reads, id) : null),

		isSecretOf: use.isSecretOf,

		/** That the user is logged in to it by this session; null: the session or the consent has ended. */
		async enter(client: Client, session: { id: string; userId: string }) {
			const now = clock();
			await use.note("oidc_clients", client.id);
			const login = { sessionId: session.id, clientId: client.id, userId: session.userId, now };
			const before = await useApplicationLogin(unsynced, login);
			if (before !== null) return before;
			return inTransaction(unsynced, async (queries) => {
				// Both may have ended since the request came in; an end of the consent takes the same lock.
				if ((await lockUser(queries, session.userId)) === null) return null;
				if (!(await lockSession(queries, session.id))) return null;
				const allowed = await consents.listAllowedScopes(client, session.userId, queries);
				if (allowed.length === 0) return null;
				return ensureApplicationLogin(queries, { ...login, sid: name(), grantId: name() });
			});
		},

		/** That a user has logged in to it. */
		noteAuthorized: (client: Client, { user, session }: Principal, requester: Requester): Promise<void> =>
			audit.transactUnsynced((_queries, record) =>
				record({
					event: "oidc_authorized",
					userId: user.id,
					sessionId: session.id,
					client: requester,
					detail: { client: client.id },
				}),
			),

		/**
		 * Whom a token is about, and what the scopes tell; null: no user any more. An application that asks uses the session, by which
		 * it holds the token.
		 */
		async findUser(userId: string, client: Client, sessionId: string | null) {
			const user = await findApplicationUser(reads, userId, client);
			if (user === null) return null;
			const principal = sessionId === null ? null : await findPrincipal.liveById(sessionId);
			if (principal !== null) await findPrincipal.noteUse(principal);
			return { id: user.id, claims: claimsOf(user) };
		},

		/** The strongest level that the user has a factor for. */
		async reachable(userId: string): Promise<Acr> {
			const { methods } = await listMethods.ofSecondFactor(reads, userId);
			if (methods.includes("passkey")) return "phr";
			return methods.length === 0 ? "aal1" : "aal2";
		},
	};
}
