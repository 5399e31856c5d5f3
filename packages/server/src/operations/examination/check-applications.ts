import type { Client } from "../../identity/application/client.ts";
import { pageOfClients } from "../../identity/application/client-page-store.ts";
import { listLiveSecrets } from "../../identity/application/client-secret-store.ts";
import { isReachedInsecurely } from "../../identity/application/client-settings.ts";
import type { Config } from "../../platform/config/config.ts";
import { everyPage } from "../../platform/database/keyset-page.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { type Clock, DAY } from "../../platform/lib/clock.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { refusedHost } from "../../platform/outbound/reachable.ts";
import { type Check, firstOf, ok, warning } from "./check.ts";

/** How many rows one statement reads. */
const PAGE = 200;

/** Whether users can log in to them, which are reached over plain http or cannot be notified, and whose secrets end soon. Nothing where there is none. */
export async function* checkApplications(
	queries: Queryable,
	{ oidc, outboundAllow }: Pick<Config, "oidc" | "outboundAllow">,
	clock: Clock,
): AsyncGenerator<Check> {
	const now = clock();
	const pages = everyPage((after) => pageOfClients(queries, { after, most: PAGE }));
	const active = (await Array.fromAsync(pages)).flat().filter(({ disabledAt }) => disabledAt === null);
	if (active.length === 0) return;
	if (oidc === "off") {
		const fact = `single sign-on is off: no user can log in to the ${active.length} that there are`;
		yield warning("applications", fact, "Start the service with SALLYPORT_OIDC=on.");
	}
	const plain = active.filter(isReachedInsecurely);
	if (plain.length > 0) {
		const advice = "Who is in that network can take over logins to them. Use https.";
		yield warning("applications", `${plain.length} reached over plain http: ${namesOf(plain)}`, advice);
	}
	const deaf = active.filter(({ logoutUri }) => logoutUri !== null && refusedHost(logoutUri, outboundAllow));
	if (deaf.length > 0) {
		const fact = `${deaf.length} never notified of logouts, at a private address: ${namesOf(deaf)}`;
		yield warning("applications", fact, "List the addresses in SALLYPORT_OUTBOUND_ALLOW.");
	}
	const ending: Client[] = [];
	for (const client of active) if (await endsSoon(queries, client, now)) ending.push(client);
	if (ending.length > 0) {
		const advice = `They cannot log users in from then on. Make another secret: ${PROGRAM} client secret ID.`;
		yield warning("applications", `the secrets of ${ending.length} end soon: ${namesOf(ending)}`, advice);
	}
	if (plain.length + deaf.length + ending.length === 0 && oidc === "on")
		yield ok("applications", `${active.length} active; no secret ends soon`);
}

/** Whether no secret of it is left in two weeks, though one is now. */
async function endsSoon(queries: Queryable, { id }: Client, now: number): Promise<boolean> {
	const secrets = await listLiveSecrets(queries, id, now);
	const last = Math.max(...secrets.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
	return secrets.length > 0 && last <= now + 14 * DAY;
}

const namesOf = (clients: readonly Client[]): string => firstOf(clients.map(({ id }) => id));
