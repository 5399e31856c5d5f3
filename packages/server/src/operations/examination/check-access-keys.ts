import { type AccessKey, stateOfKey } from "../../identity/access-key/access-key.ts";
import { listKeys } from "../../identity/access-key/access-key-page-store.ts";
import type { Queryable } from "../../platform/database/tables.ts";
import { type Clock, DAY } from "../../platform/lib/clock.ts";
import { PROGRAM } from "../../platform/lib/package-root.ts";
import { type Finding, firstOf, ok, warning } from "./check.ts";

/** Which access keys end soon, and with them the programs that log in by them. Nothing where there is none. */
export async function* checkAccessKeys(queries: Queryable, clock: Clock): AsyncGenerator<Finding> {
	const now = clock();
	const found = (await Array.fromAsync(listKeys(queries, {}, now))).flat();
	const active = found.filter(
		({ key, userDisabledAt }) => userDisabledAt === null && stateOfKey(key, now) === "active",
	);
	if (active.length === 0) return;
	// One that was rotated is meant to end.
	const soon = active.filter(({ key }) => key.expiresAt <= now + noticeOf(key) && key.replacedBy === null);
	if (soon.length === 0) {
		yield ok("access keys", {
			en: `${active.length} active; none ends soon`,
			de: `${active.length} in Gebrauch; keiner endet bald.`,
		});
		return;
	}
	const names = {
		en: firstOf(soon.map(({ key, username }) => `"${key.name}" of ${username}`)),
		de: firstOf(soon.map(({ key, username }) => `„${key.name}“ von ${username}`)),
	};
	const fact = {
		en: `${soon.length} of ${active.length} end soon: ${names.en}`,
		de: `${soon.length} von ${active.length} ${soon.length === 1 ? "endet" : "enden"} bald: ${names.de}.`,
	};
	const advice = {
		en: `Programs with these keys are refused from then on. Rotate them: people on the page for programs, service accounts by ${PROGRAM} access-key rotate ID (${PROGRAM} access-key list --expiring 14d).`,
		de: `Der Dienst weist Programme mit diesen Schlüsseln dann ab. Wechseln Sie sie: Personen auf der Seite für Programme, Dienstkonten mit ${PROGRAM} access-key rotate ID (${PROGRAM} access-key list --expiring 14d).`,
	};
	yield warning("access keys", fact, advice);
}

/** A key that was made for days needs no notice of weeks. */
function noticeOf({ lifetimeDays }: AccessKey): number {
	return (lifetimeDays <= 14 ? 3 : 14) * DAY;
}
