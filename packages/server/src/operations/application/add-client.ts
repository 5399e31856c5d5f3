import { countClients, insertClient } from "../../identity/application/client-change-store.ts";
import {
	type AskedSettings,
	type ReadSettings,
	readClientSettings,
	requireClientId,
} from "../../identity/application/client-settings.ts";
import type { DetailOf } from "../../platform/audit/events.ts";
import { isUniqueViolation } from "../../platform/database/error-codes.ts";
import { invalid, LoginError } from "../../platform/errors.ts";
import { lockDeployment } from "../../platform/keys/deployment-store.ts";
import { randomUuid } from "../../platform/lib/random.ts";
import type { Platform } from "../../platform/platform.ts";
import { type MadeSecret, newSecret } from "./administer-secrets.ts";
import { offlineMostOf, requireGroupsExist } from "./change-client.ts";
import { requireTemplate, requireUrl, type Setup, settingsOf, setupOf } from "./fill-template.ts";
import { completeClient, type FoundClient } from "./find-clients.ts";

const MOST_CLIENTS = 1000;

/** What an application is made from: settings, or a template and the address of the application. */
export interface NewClientAsked extends AskedSettings {
	id?: string | undefined;
	template?: string | undefined;
	url?: string | undefined;
	/** How long its secret lives; it has no end, unless given. */
	secretDays?: number | undefined;
}

export interface MadeClient {
	found: FoundClient;
	/** null: it has none. */
	made: MadeSecret | null;
	/** What to write on the other side; null: it was made without a template. */
	setup: Setup | null;
}

/** Registers an application. Throws validation_failed, client_exists, limit_exceeded. */
export function createAddClient(uses: Platform) {
	const { audit, clock, config, random } = uses;

	function store(settings: ReadSettings, { id, template, secretDays }: NewClientAsked & { id: string }) {
		return audit.transact(async (queries, record) => {
			// Else two at once would count the same.
			await lockDeployment(queries);
			if ((await countClients(queries)) >= MOST_CLIENTS)
				throw new LoginError("limit_exceeded", `There are at most ${MOST_CLIENTS} applications.`);
			await requireGroupsExist(queries, settings);
			const now = clock();
			const client = await insertClient(queries, { id, settings, now });
			await record({ event: "oidc_client_added", detail: inEvents(id, settings, template) });
			const of = { client, days: secretDays, now, random };
			const made = settings.authMethod === "none" ? null : await newSecret(queries, record, of);
			return { found: await completeClient(queries, client, now), made };
		});
	}

	return async function add(given: NewClientAsked): Promise<MadeClient> {
		const { id: chosen, template: name, url: at, secretDays, ...asked } = given;
		const template = name === undefined ? null : await requireTemplate(name);
		if (template === null && at !== undefined)
			throw invalid("/url", "mixed", "An address belongs to a template. Name redirectUris instead.");
		const url = template && requireUrl(template, at);
		const wanted = template === null ? asked : settingsOf(template, url, asked);
		const settings = readClientSettings(wanted, null, offlineMostOf(config));
		if (settings.authMethod === "none" && secretDays !== undefined)
			throw invalid("/secretDays", "mixed", "This kind of application has no secret.");
		const id = chosen === undefined ? randomUuid(random) : requireClientId(chosen);
		const done = await store(settings, { ...given, id }).catch((error: unknown) => {
			throw isUniqueViolation(error) ? new LoginError("client_exists", { cause: error }) : error;
		});
		const secret = done.made?.value ?? null;
		const { logoutUri } = settings;
		const setup = template && setupOf(template, { url, baseUrl: config.baseUrl, id, secret, logoutUri });
		return { ...done, setup };
	};
}

function inEvents(
	client: string,
	{ kind, insecure }: ReadSettings,
	template: string | undefined,
): DetailOf<"oidc_client_added"> {
	const of = template === undefined ? {} : { template };
	return { client, kind, ...of, ...(insecure ? { insecure } : {}) };
}
