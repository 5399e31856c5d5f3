import type { EventFilter } from "../../platform/audit/event-filter.ts";
import { auditEvents } from "../../platform/audit/events.ts";
import { systemClock } from "../../platform/lib/clock.ts";
import { documentPath } from "../../platform/lib/package-root.ts";
import { parseInteger } from "../../platform/lib/parse-setting.ts";
import type { Administered, DescribedEvent } from "./administered.ts";
import { columns, moment, safeJson } from "./columns.ts";
import { type CommandGroup, defineCommand, readOption, WrongUse } from "./define-command.ts";
import { eventExport } from "./event-export.ts";
import { eventFilterOptions, eventFilterUsage, idOfUser, readEventFilter } from "./event-filter.ts";
import { detailsInWords } from "./in-words.ts";
import { oneUser } from "./one-user.ts";

const list = defineCommand({
	summary: "List what happened, and watch it happen.",
	usage: `sallyport event list [NAME] [filters] [--limit 50] [--follow]

Lists events of the audit log, the newest last. What each means: ${documentPath("events.md")}.
${eventFilterUsage}

Which of them, and how:

  --limit 50     how many of the newest
  --follow       then print new ones as they come, until Ctrl-C
  --json         one JSON document; with --follow one per line`,
	options: {
		...eventFilterOptions,
		limit: { type: "string", default: "50" },
		follow: { type: "boolean", default: false },
	},
	takes: ["[NAME]"],
	overHttp: true,
	async run({ reach, options: { limit, follow, ...given }, names: [name], json }) {
		const user = oneUser(given.user, name);
		const filter = readEventFilter(given, systemClock());
		const most = readOption("--limit", () => parseInteger(limit, 1, 100_000));
		if (follow && given.until !== undefined) throw new WrongUse("Write one of: --follow, --until TIME.");
		return reach(async (administered) => {
			if (user !== undefined) filter.userIds = [await idOfUser(user, administered)];
			if (follow) return followEvents(administered, filter, { most, json });
			// One more than is printed tells whether there are more.
			const found = await administered.events.newest(filter, most + 1);
			const events = found.slice(-most);
			return { document: { events }, text: eventListing(events, found.length > most) };
		});
	},
});

/** Prints the newest matching events, then new ones as they appear, until Ctrl-C or until the output is closed. */
async function followEvents(
	{ events }: Administered,
	filter: EventFilter,
	{ most, json }: { most: number; json: boolean },
): Promise<null> {
	const stopped = new AbortController();
	const stop = () => stopped.abort();
	process.once("SIGINT", stop).once("SIGTERM", stop);
	process.stdout.once("error", stop);
	const print = (event: DescribedEvent) => console.log(json ? safeJson(event) : eventLine(event));
	// Starts before the list is read, so that no event is missed.
	const newEvents = await events.follow(filter, stopped.signal);
	const listed = await events.newest(filter, most);
	if (!json) console.log(columns([head], widths));
	listed.forEach(print);
	const printed = new Set(listed.map(({ id }) => id));
	for await (const found of newEvents) found.filter(({ id }) => !printed.has(id)).forEach(print);
	return null;
}

const older = "There are older ones: see more with --limit 1000, or the older ones alone with --until TIME.";
const head = ["TIME", "LEVEL", "EVENT", "USER", "ADDRESS", "DETAIL"];
/** For lines that are printed before later ones are known. */
const widths = [20, 5, Math.max(...Object.keys(auditEvents).map((name) => name.length)), 12, 15];

function eventListing(events: DescribedEvent[], hasOlder: boolean): string {
	if (events.length === 0) return "There are no such events.";
	const listing = columns([head, ...events.map(toRow)]);
	return hasOlder ? `${listing}\n\n${older}` : listing;
}

/** Makes one line, aligned with those of other events. */
function eventLine(event: DescribedEvent): string {
	return columns([toRow(event)], widths);
}

function toRow({ time, level, event, username, userId, clientAddress, detail }: DescribedEvent): string[] {
	const who = username ?? userId ?? "-";
	return [moment(time), level, event, who, clientAddress ?? "-", detailsInWords(detail)];
}

const show = defineCommand({
	summary: "Show one event.",
	usage: `sallyport event show ID

Shows all that is known of an event: who caused it, whom it is about, and where it came from.

  ID   of the event, as event list --json shows it`,
	takes: ["ID"],
	overHttp: true,
	run: ({ reach, names: [id = ""] }) =>
		reach(async ({ events }) => {
			const found = await events.find(id);
			const { actorName, actorId } = found;
			const text = columns([
				["time", moment(found.time)],
				["level", found.level],
				["event", found.event],
				["caused by", [found.actorKind, actorName ?? actorId].filter(Boolean).join(" ") || "-"],
				["user", found.username ?? found.userId ?? "-"],
				["application", found.clientName ?? "-"],
				["address", found.clientAddress ?? "-"],
				["client", found.userAgent ?? "-"],
				["session", found.sessionId ?? "-"],
				["request", found.requestId ?? "-"],
				["details", detailsInWords(found.detail) || "-"],
			]);
			return { document: { event: found }, text };
		}),
});

export const event: CommandGroup = {
	summary: "What happened: logins, failures, sessions, changes.",
	commands: { list, show, export: eventExport },
};
