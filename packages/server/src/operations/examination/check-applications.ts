import type { Client } from "../../identity/application/client.ts";
import { pageOfClients } from "../../identity/application/client-page-store.ts";
import { isReachedInsecurely } from "../../identity/application/client-settings.ts";
import { listLiveSecrets } from "../../identity/application/client-store.ts";
import { everyPage } from "../../platform/database/keyset-page.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { type Clock, DAY } from "../../platform/lib/clock.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { type Check, ok, warning } from "./check.ts";

/** The first ones are named. */
const MOST_NAMES = 5;
/** How many rows one statement reads. */
const PAGE = 200;

/** Which applications are reached over plain http, and whose secrets end soon. Nothing where there is none. */
export async function* checkApplications(queries: Queryable, clock: Clock): AsyncGenerator<Check> {
	const now = clock();
	const pages = everyPage(PAGE, async (last: Client | null) => {
		const { rows } = await pageOfClients(queries, { after: last && [last.name, last.id], most: PAGE });
		return rows;
	});
	const active = (await Array.fromAsync(pages)).flat().filter(({ disabledAt }) => disabledAt === null);
	if (active.length === 0) return;
	const plain = active.filter(isReachedInsecurely);
	if (plain.length > 0) {
		const advice = "Who is in that network can take over logins to them. Use https.";
		yield warning("applications", `${plain.length} reached over plain http: ${namesOf(plain)}`, advice);
	}
	const ending: Client[] = [];
	for (const client of active) if (await endsSoon(queries, client, now)) ending.push(client);
	if (ending.length > 0) {
		const advice = `They cannot log users in from then on. Make another secret: ${PROGRAM} client secret ID.`;
		yield warning("applications", `the secrets of ${ending.length} end soon: ${namesOf(ending)}`, advice);
	}
	if (plain.length + ending.length === 0)
		yield ok("applications", `${active.length} active; no secret ends soon`);
}

/** Whether no secret of it is left in two weeks, though one is now. */
async function endsSoon(queries: Queryable, { id }: Client, now: number): Promise<boolean> {
	const secrets = await listLiveSecrets(queries, id, now);
	const last = Math.max(...secrets.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
	return secrets.length > 0 && last <= now + 14 * DAY;
}

function namesOf(clients: readonly Client[]): string {
	const names = clients.slice(0, MOST_NAMES).map(({ id }) => id);
	return `${names.join(", ")}${clients.length > MOST_NAMES ? " …" : ""}`;
}
