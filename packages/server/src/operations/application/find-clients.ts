import type { Client, ClientSecret } from "../../identity/application/client.ts";
import { countConsents, pageOfClients } from "../../identity/application/client-page-store.ts";
import { listLiveSecrets } from "../../identity/application/client-secret-store.ts";
import { isClientId } from "../../identity/application/client-settings.ts";
import { findClient } from "../../identity/application/client-store.ts";
import { everyPage, type PageOf } from "../../platform/database/keyset-page.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import type { Platform } from "../../platform/platform.ts";
import { unknownClient } from "./change-client.ts";
import { type Setup, setupAgain } from "./fill-template.ts";

/** How many rows one statement reads. */
const PAGE = 200;

/** What an operator sees of an application. */
export interface FoundClient {
	client: Client;
	/** Those that have not ended. */
	secrets: readonly ClientSecret[];
	/** How many let it know them. */
	users: number;
}

export interface ShownClient {
	found: FoundClient;
	/** Without the secret; null: it looks like no template. */
	setup: Setup | null;
}

/** An application with what belongs to it. */
export async function completeClient(queries: Queryable, client: Client, now: number): Promise<FoundClient> {
	const secrets = await listLiveSecrets(queries, client.id, now);
	return { client, secrets, users: await countConsents(queries, client.id) };
}

export function createFindClients({ opened, clock, config }: Platform) {
	const { database } = opened;
	/** By name. */
	async function page(of: PageOf) {
		const { rows, next } = await pageOfClients(opened, of);
		const found: FoundClient[] = [];
		for (const client of rows) found.push(await completeClient(database, client, clock()));
		return { rows: found, next };
	}

	async function find(id: string): Promise<FoundClient> {
		const client = isClientId(id) ? await findClient(database, id) : null;
		if (client === null) throw unknownClient();
		return completeClient(database, client, clock());
	}

	return {
		page,

		/** Throws not_found. */
		find,

		/** With what to write on its side. Throws not_found. */
		async show(id: string): Promise<ShownClient> {
			const found = await find(id);
			return { found, setup: await setupAgain(found.client, config.baseUrl) };
		},

		/** All of them, by name; a page at a time. */
		list: (): AsyncGenerator<FoundClient[]> => everyPage((after) => page({ after, most: PAGE })),
	};
}
