/** Which events `event list` shows and `event export` writes: by its options, in the database and among those that come later. */
import { isIP } from "node:net";
import { isClientId } from "../../identity/application/client-settings.ts";
import type { EventFilter } from "../../platform/audit/event-filter.ts";
import { auditEvents } from "../../platform/audit/events.ts";
import { foldAddress } from "../../platform/http/client-address.ts";
import { isAddressPrefix } from "../../platform/lib/address-prefix.ts";
import { nearest } from "../../platform/lib/nearest.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { parseDuration, SettingError } from "../../platform/lib/parse-setting.ts";
import { isUuid } from "../../platform/lib/random.ts";
import type { Administered } from "./administered.ts";
import { readOption, type Values, WrongUse } from "./define-command.ts";
import { userOption } from "./one-user.ts";

/** Options of the commands that choose events. */
export const eventFilterOptions = {
	...userOption,
	event: { type: "string" },
	level: { type: "string" },
	client: { type: "string" },
	address: { type: "string" },
	request: { type: "string" },
	session: { type: "string" },
	since: { type: "string" },
	until: { type: "string" },
} as const;

export const eventFilterUsage = `Filters, all of which must fit:

  NAME           events of one user, or --user NAME; of a deleted user by the id
  --event NAME   events of one kind, such as authn_login_fail
  --level LEVEL  info, warn or error: events of this level and graver ones
  --client ID    events about one application that users log in to
  --address IP   events that one client address caused; 203.0.113. for all that begin so
  --request ID   events of one request, as in the header X-Request-Id of its response
  --session ID   events of one session, by the id that session list shows
  --since TIME   events no older than that: an age (30s, 15m, 12h, 90d) or a time (2026-11-24T08:30, in UTC)
  --until TIME   events no newer than that`;

/** Of one user: by name, or, because deleted users have none any more, by id. */
export async function idOfUser(user: string, { users }: Pick<Administered, "users">): Promise<string> {
	try {
		return (await users.find(user)).id;
	} catch (error) {
		if (isUuid(user)) return user;
		throw error;
	}
}

/** The levels, from the least grave on. */
const levels = ["info", "warn", "error"];

/** All but the user, whom only the database knows; `now` in milliseconds. Throws WrongUse. */
export function readEventFilter(given: Values<typeof eventFilterOptions>, now: number): EventFilter {
	const { event, level, address, since, until } = given;
	const { client: clientId, request: requestId, session: sessionId } = given;
	if (event !== undefined && !Object.hasOwn(auditEvents, event)) {
		const like = nearest(event, Object.keys(auditEvents)) ?? "authn_login_fail";
		throw new WrongUse(`--event takes a name of ${documentPath("events.md")}, such as ${like}.`);
	}
	if (level !== undefined && !levels.includes(level))
		throw new WrongUse(`--level takes one of ${levels.join(", ")}.`);
	if (clientId !== undefined && !isClientId(clientId))
		throw new WrongUse("--client takes the id of an application, as client list shows it.");
	if (requestId !== undefined && !/^[\w-]{22}$/.test(requestId))
		throw new WrongUse("--request takes the 22 characters of a header X-Request-Id.");
	if (sessionId !== undefined && !isUuid(sessionId))
		throw new WrongUse("--session takes the id of a session, as session list shows it.");
	const from = since === undefined ? undefined : readOption("--since", () => parseTime(since, now));
	const to = until === undefined ? undefined : readOption("--until", () => parseTime(until, now));
	if (from !== undefined && to !== undefined && from > to)
		throw new WrongUse("--until is before --since: no event is in between.");
	return {
		events: event === undefined ? undefined : [event],
		levels: level === undefined ? undefined : levels.slice(levels.indexOf(level)),
		address: address === undefined ? undefined : readOption("--address", () => parseAddress(address)),
		requestId,
		sessionId,
		clientId,
		since: from,
		until: to,
	};
}

/** As the column TIME shows it, or as in RFC 3339; UTC unless it says otherwise. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** An age, such as 15m, or a time. */
function parseTime(text: string, now: number): number {
	const [, date, hour = "00:00", zone = "Z"] = TIME.exec(text) ?? [];
	if (date === undefined && !/^\d+[a-z]+$/.test(text))
		throw new SettingError(
			"write a number and a unit, such as 15m or 90d, or a time, such as 2026-11-24T08:30",
		);
	if (date === undefined) return now - parseDuration(text, "0s", "36500d");
	const time = Date.parse(`${date}T${hour}${zone.toUpperCase()}`);
	if (Number.isNaN(time)) throw new SettingError("there is no such time");
	return time;
}

function parseAddress(text: string): string {
	const address = text.toLowerCase();
	if (isIP(address) !== 0) return foldAddress(address);
	if (/^[\da-f]{1,4}([.:][\da-f]{0,4})*$/.test(address) && isAddressPrefix(address)) return address;
	throw new SettingError(
		"write an IP address, or its beginning up to a dot or colon, such as 203.0.113. or 2001:db8:",
	);
}
