import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { Principal } from "../../credentials/session/session.ts";
import type { Client } from "../../platform/audit/audit.ts";

/** What the provider does not hand to its helpers, of the request that is being answered. */
export interface Scope {
	/** Who is logged in here; null: no user. */
	principal: Principal | null;
	/** It is a part of a logout. */
	isLogout: boolean;
	/** The secret of the client came in the header Authorization. */
	isBasic: boolean;
	requester: Client;
	/** The browser came by another address than the base URL. */
	isElsewhere: boolean;
	/** The application that it names, where it is disabled; to the provider there is none. */
	disabled?: { id: string; name: string };
}

export type RequestScope = ReturnType<typeof createRequestScope>;

export function createRequestScope() {
	const scopes = new AsyncLocalStorage<Scope>();
	return {
		run: <T>(scope: Scope, work: () => T): T => scopes.run(scope, work),
		now(): Scope {
			const scope = scopes.getStore();
			if (scope === undefined) throw new Error("There is no request.");
			return scope;
		},
	};
}

export const hasBasic = ({ headers }: IncomingMessage): boolean =>
	/^basic /i.test(headers.authorization ?? "");
