import type { Client } from "../../identity/application/client.ts";
import { findConsent, writeConsent } from "../../identity/application/consent-store.ts";
import type { Client as Requester } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Uses } from "../uses.ts";

/** What users let applications know. */
export function createConsents({ opened: { reads }, clock, audit }: Uses<"opened" | "clock" | "audit">) {
	return {
		/** What this user lets it know; of a trusted one, all that it may ask for. */
		async listAllowedScopes(
			client: Client,
			userId: string,
			queries: Queryable = reads,
		): Promise<readonly string[]> {
			return client.trusted ? client.scopes : findConsent(queries, { userId, clientId: client.id });
		},

		async allow(
			client: Client,
			userId: string,
			scopes: readonly string[],
			requester: Requester,
		): Promise<void> {
			const before = await findConsent(reads, { userId, clientId: client.id });
			const all = [...new Set([...before, ...scopes])];
			await audit.transact(async (queries, record) => {
				const consent = { userId, clientId: client.id, scopes: all, now: clock() };
				await writeConsent(queries, consent);
				const detail = { client: client.id, scopes: all };
				await record({ event: "oidc_consent_given", userId, client: requester, detail });
			});
		},
	};
}
