import { settings } from "./config/config.ts";
import { describeHosts } from "./database/choose-host.ts";
import type { Foundation } from "./foundation.ts";
import { listInstancesSeenAfter } from "./keys/instance-store.ts";
import { withoutPassword } from "./lib/database-url.ts";
import { MAIL } from "./outbox/channel.ts";
import { countWaiting } from "./outbox/delivery-count-store.ts";

const defaultBaseUrl = settings.find(({ name }) => name === "baseUrl")?.default;

/** Instances record every half minute that they run, on a busy machine a little later; milliseconds. */
const SEEN_WITHIN = 40_000;

/** What is wrong with a service that starts all the same. `about`: the setting. */
export async function* startWarnings({
	config: { baseUrl, databaseUrl, mailUrl, port },
	opened,
	clock,
}: Foundation): AsyncGenerator<{ about: object; message: string }> {
	if (baseUrl === defaultBaseUrl && port !== null && port !== 0 && String(port) !== new URL(baseUrl).port) {
		const message = `Links lead to ${baseUrl}, and the service listens on port ${port}. Unless a proxy passes on what comes there, set SALLYPORT_BASE_URL=http://localhost:${port}.`;
		yield { about: { baseUrl }, message };
	}
	// PostgreSQL is for several instances. One that has crashed is named too.
	if (opened.dialect === "sqlite") {
		const now = clock();
		const others = (await listInstancesSeenAfter(opened.database, now - SEEN_WITHIN)).map(
			({ host, startedAt, seenAt }) =>
				`${host}, since ${new Date(startedAt).toISOString()}, last seen ${Math.max(0, Math.round((now - seenAt) / 1000))} s ago`,
		);
		const message = `Another Sallyport serves this database file: ${others.join("; ")}. Two at once are for the moment of a restart: stop one of them, unless it has ended already.`;
		if (others.length > 0) yield { about: { databaseUrl: withoutPassword(databaseUrl) }, message };
	}
	for (const each of (await opened.hosts?.look()) ?? []) {
		const message = `A host of the database: ${describeHosts([each])}.`;
		if (["unreachable", "left_behind", "read_only"].includes(each.state))
			yield { about: { host: each.host }, message };
	}
	if (mailUrl === null) {
		const waiting = await countWaiting(opened.database, MAIL);
		const message = `Mails that wait: ${waiting}. They expire unsent as long as SALLYPORT_MAIL_URL is not set.`;
		if (waiting > 0) yield { about: { mailUrl }, message };
	}
}
