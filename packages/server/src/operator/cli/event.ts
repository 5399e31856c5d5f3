import { type EventFilter, listNewestEvents, type RecordedEvent } from "../../platform/audit/audit-store.ts";
import { auditEvents } from "../../platform/audit/events.ts";
import { parseDuration, parseInteger, SettingError } from "../../platform/lib/parse-setting.ts";
import { type Command, type CommandGroup, parseOptions, WrongUse } from "./define-command.ts";
import { createFollower, printNew, stopSignal } from "./event-follow.ts";
import { describeEvent, eventLine, eventLineHead, eventListing, safeJson } from "./event-output.ts";
import { type Opened, withDeployment } from "./with-deployment.ts";

const options = {
	user: { type: "string" },
	event: { type: "string" },
	since: { type: "string" },
	limit: { type: "string", default: "50" },
	follow: { type: "boolean", default: false },
	json: { type: "boolean", default: false },
} as const;

const listCommand: Command = {
	summary: "List what happened, and watch it happen.",
	usage: `sallyport event list [--user NAME] [--event NAME] [--since 1h] [--limit 50] [--follow]

Lists events of the audit log, the newest last. What each means: docs/events.md.

  --user NAME    events of one user
  --event NAME   events of one kind, such as authn_login_fail
  --since 1h     events no older than this: 30s, 15m, 12h, 90d
  --limit 50     how many of the newest
  --follow       then print new ones as they come, until Ctrl-C
  --json         one JSON document; with --follow one per line`,
	async run(argv) {
		const { options: given } = parseOptions(argv, options, []);
		const asked = readOptions(given);
		await withDeployment(async (opened) =>
			(given.follow ? follow : list)(opened, await filterOf(opened, asked), asked),
		);
		return 0;
	},
};

interface Asked {
	user: string | undefined;
	event: string | undefined;
	/** Milliseconds ago. */
	since: number | undefined;
	limit: number;
	json: boolean;
}

function readOptions(given: {
	event?: string;
	user?: string;
	since?: string;
	limit: string;
	json: boolean;
}): Asked {
	const { event, user, since, limit, json } = given;
	if (event !== undefined && !Object.hasOwn(auditEvents, event))
		throw new WrongUse("--event takes a name of docs/events.md, such as authn_login_fail.");
	return {
		user,
		event,
		since: since === undefined ? undefined : read("--since", () => parseDuration(since, "1s", "36500d")),
		limit: read("--limit", () => parseInteger(limit, 1, 100_000)),
		json,
	};
}

function read(option: string, parse: () => number): number {
	try {
		return parse();
	} catch (error) {
		throw error instanceof SettingError ? new WrongUse(`${option}: ${error.message}.`) : error;
	}
}

async function filterOf({ users, deployment }: Opened, { user, event, since }: Asked): Promise<EventFilter> {
	return {
		userId: user === undefined ? undefined : (await users.find(user)).id,
		event,
		since: since === undefined ? undefined : deployment.clock() - since,
	};
}

async function list({ database }: Opened, filter: EventFilter, { limit, json }: Asked): Promise<void> {
	const events = await listNewestEvents(database, filter, limit);
	console.log(json ? safeJson({ events: events.map(describeEvent) }, 2) : eventListing(events));
}

async function follow(
	{ database, deployment }: Opened,
	filter: EventFilter,
	{ limit, json }: Asked,
): Promise<void> {
	const signal = stopSignal();
	const print = (event: RecordedEvent) =>
		console.log(json ? safeJson(describeEvent(event)) : eventLine(event));
	// Starts before the list is read, so that no event is missed.
	const follower = await createFollower(database, deployment.clock);
	const listed = await listNewestEvents(database, filter, limit);
	if (!json) console.log(eventLineHead);
	listed.forEach(print);
	const printed = new Set(listed.map(({ id }) => id));
	const matches = ({ id, userId, event }: RecordedEvent) =>
		!printed.has(id) &&
		[undefined, userId].includes(filter.userId) &&
		[undefined, event].includes(filter.event);
	await printNew(follower, matches, print, signal);
}

export const event: CommandGroup = {
	summary: "What happened: logins, failures, sessions, changes.",
	commands: { list: listCommand },
};
