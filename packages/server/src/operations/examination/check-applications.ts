import type { Client } from "../../identity/application/client.ts";
import { pageOfClients } from "../../identity/application/client-page-store.ts";
import { listLiveSecrets } from "../../identity/application/client-secret-store.ts";
import { isReachedInsecurely } from "../../identity/application/client-settings.ts";
import type { Config } from "../../platform/config/config.ts";
import { everyPage } from "../../platform/database/keyset-page.ts";
import type { OpenedDatabase } from "../../platform/database/open.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { type Clock, DAY } from "../../platform/lib/clock.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { refusedHost } from "../../platform/outbound/reachable.ts";
import { type Finding, firstOf, ok, warning } from "./check.ts";

/** How many rows one statement reads. */
const PAGE = 200;

/** Whether users can log in to them, which are reached over plain http or cannot be notified, and whose secrets end soon. Nothing where there is none. */
export async function* checkApplications(
	opened: Pick<OpenedDatabase, "database" | "dialect">,
	{ oidc, outboundAllow }: Pick<Config, "oidc" | "outboundAllow">,
	clock: Clock,
): AsyncGenerator<Finding> {
	const now = clock();
	const pages = everyPage((after) => pageOfClients(opened, { after, most: PAGE }));
	const active = (await Array.fromAsync(pages)).flat().filter(({ disabledAt }) => disabledAt === null);
	if (active.length === 0) return;
	if (oidc === "off") {
		const fact = {
			en: `single sign-on is off: no user can log in to the ${active.length} that there are`,
			de: `Single Sign-on ist aus: Bei ${inGerman(active)} kann sich niemand anmelden.`,
		};
		const advice = {
			en: "Start the service with SALLYPORT_OIDC=on.",
			de: "Starten Sie den Dienst mit SALLYPORT_OIDC=on.",
		};
		yield warning("applications", fact, advice);
	}
	const plain = active.filter(isReachedInsecurely);
	if (plain.length > 0) {
		const fact = {
			en: `${plain.length} reached over plain http: ${namesOf(plain)}`,
			de: `${inGerman(plain)} mit einfachem http: ${namesOf(plain)}.`,
		};
		const advice = {
			en: "Who is in that network can take over logins to them. Use https.",
			de: "Wer in diesem Netz ist, kann Anmeldungen dort übernehmen. Verwenden Sie https.",
		};
		yield warning("applications", fact, advice);
	}
	const deaf = active.filter(({ logoutUri }) => logoutUri !== null && refusedHost(logoutUri, outboundAllow));
	if (deaf.length > 0) {
		const fact = {
			en: `${deaf.length} never notified of logouts, at a private address: ${namesOf(deaf)}`,
			de: `${inGerman(deaf)} ohne Nachricht von Abmeldungen, an einer privaten Adresse: ${namesOf(deaf)}.`,
		};
		const advice = {
			en: "List the addresses in SALLYPORT_OUTBOUND_ALLOW.",
			de: "Führen Sie die Adressen in SALLYPORT_OUTBOUND_ALLOW auf.",
		};
		yield warning("applications", fact, advice);
	}
	const ending: Client[] = [];
	for (const client of active) if (await endsSoon(opened.database, client, now)) ending.push(client);
	if (ending.length > 0) {
		const fact = {
			en: `the secrets of ${ending.length} end soon: ${namesOf(ending)}`,
			de: `Bei ${inGerman(ending)} endet bald das letzte Geheimnis: ${namesOf(ending)}.`,
		};
		const advice = {
			en: `They cannot log users in from then on. Make another secret: ${PROGRAM} client secret ID.`,
			de: `Dann kann sich dort niemand mehr anmelden. Wechseln Sie das Geheimnis: ${PROGRAM} client secret ID.`,
		};
		yield warning("applications", fact, advice);
	}
	if (plain.length + deaf.length + ending.length === 0 && oidc === "on")
		yield ok("applications", {
			en: `${active.length} active; no secret ends soon`,
			de: `${active.length} aktiv; kein Geheimnis endet bald.`,
		});
}

/** Whether no secret of it is left in two weeks, though one is now. */
async function endsSoon(queries: Queryable, { id }: Client, now: number): Promise<boolean> {
	const secrets = await listLiveSecrets(queries, id, now);
	const last = Math.max(...secrets.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
	return secrets.length > 0 && last <= now + 14 * DAY;
}

const inGerman = ({ length }: readonly Client[]): string =>
	length === 1 ? "1 Anwendung" : `${length} Anwendungen`;

const namesOf = (clients: readonly Client[]): string => firstOf(clients.map(({ id }) => id));
