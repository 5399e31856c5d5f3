import type { Client, ClientSecret } from "../../identity/application/client.ts";
import { lockClient } from "../../identity/application/client-change-store.ts";
import { clientSecretForm } from "../../identity/application/client-secret.ts";
import {
	insertSecret,
	listLiveSecrets,
	removeSecret,
} from "../../identity/application/client-secret-store.ts";
import type { RecordEvent } from "../../platform/audit/audit.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { DAY } from "../../platform/lib/clock.ts";
import { isUuid, type Random, randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { unknownClient, unknownSecret } from "./change-client.ts";

/** One takes the place of the other while both are good. */
const MOST_SECRETS = 2;
const MOST_DAYS = 730;

/** `value` is shown once; null: it was. */
export interface MadeSecret<Value extends string | null = string> {
	secret: ClientSecret;
	value: Value;
}

/** What applications authenticate with. */
export function createSecretAdministration({ opened, audit, clock, random }: Platform) {
	return {
		/** One that was shown before. Throws not_found. */
		async find(clientId: string, id: string): Promise<MadeSecret<null>> {
			const living = await listLiveSecrets(opened.database, clientId, clock());
			const secret = living.find((each) => each.id === id);
			if (secret === undefined) throw unknownSecret();
			return { secret, value: null };
		},

		/** `days`: how long it lives; it has no end, unless given. Throws not_found, state_conflict, limit_exceeded, validation_failed. */
		add(clientId: string, { days }: { days?: number | undefined } = {}): Promise<MadeSecret> {
			return audit.transact(async (queries, record) => {
				// Under the lock of the application: two at once do not make three.
				const client = await lockClient(queries, clientId);
				if (client === null) throw unknownClient();
				requireSecretive(client);
				const now = clock();
				if ((await listLiveSecrets(queries, clientId, now)).length >= MOST_SECRETS)
					throw new LoginError(
						"limit_exceeded",
						"An application has at most two secrets. End one of them first.",
					);
				return newSecret(queries, record, { client, days, now, random });
			});
		},

		/** From now on the application is refused with it. Throws not_found. */
		end(clientId: string, id: string): Promise<void> {
			return audit.transact(async (queries, record) => {
				const secret = isUuid(id) ? await removeSecret(queries, { id, clientId }) : null;
				if (secret === null) throw unknownSecret();
				const detail = { ...inEvents(secret), reason: "by_admin" } as const;
				await record({ event: "oidc_secret_ended", detail });
			});
		},
	};
}

/** Part of a transaction. Throws validation_failed. */
export async function newSecret(
	queries: Queryable,
	record: RecordEvent,
	given: { client: Pick<Client, "id">; days: number | undefined; now: number; random: Random },
): Promise<MadeSecret> {
	const { client, days, now, random } = given;
	if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS))
		throw invalid("/days", "malformed", `A secret lives for 1 to ${MOST_DAYS} days, or has no end.`);
	const value = clientSecretForm.make(random);
	const secret: ClientSecret = {
		id: randomUuid(random),
		clientId: client.id,
		secretHash: clientSecretForm.hashOf(value),
		hint: clientSecretForm.hintOf(value),
		createdAt: now,
		expiresAt: days === undefined ? null : now + days * DAY,
		lastUsedAt: null,
	};
	await insertSecret(queries, secret);
	const detail = { ...inEvents(secret), ...(days === undefined ? {} : { days }) };
	await record({ event: "oidc_secret_added", detail });
	return { secret, value };
}

/** How events name a secret. */
export const inEvents = ({ id, clientId, hint }: ClientSecret) => ({ client: clientId, secret: id, hint });

function requireSecretive({ authMethod }: Client): void {
	if (authMethod !== "none") return;
	const message = "An application in a browser or on a device keeps no secret: PKCE binds its logins to it.";
	throw new LoginError("state_conflict", message);
}
