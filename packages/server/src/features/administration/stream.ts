/** Events as they happen: Server-Sent Events, which EventSource of a browser and `curl -N` read. */
import { Readable } from "node:stream";
import type { NamedEvent } from "../../operations/administration/name-events.ts";
import type { Seen } from "../../operations/administration/watch-events.ts";
import { LoginError } from "../../platform/errors.ts";
import type { App } from "../../platform/http/server.ts";
import { inQuery, operation, text } from "../../platform/openapi/operation.ts";
import type { Parts } from "../uses.ts";
import { allows, tags } from "./declarations.ts";
import { describeEvent, eventFilters, readEventFilter } from "./events.ts";
import type { Administering } from "./scope.ts";

const declared = allows("sallyport:events:read");

const streamEvents = operation({
	operationId: "streamEvents",
	summary: "Watch events happen",
	description:
		"Server-Sent Events: each message has an event as JSON, as in the list, and an `id`. `Last-Event-ID` continues after it, within an hour and 1,000 events; events of the ten seconds before it come again. The event `gap` says that there were more, and `end`, with a `code`, that the caller may not watch any more. At most five streams for each admin and each access key.",
	tags,
	querystring: inQuery(eventFilters),
	requestHeaders: ["Last-Event-ID"],
	response: { 200: text("The stream.") },
	mediaTypes: ["text/event-stream"],
	...declared,
	errors: ["cursor_invalid", "overloaded"],
});

/** Reads of the audit log, which come about every second: between two looks at the caller, and two signs of life. */
const BETWEEN_LOOKS = 5;
const BETWEEN_SIGNS = 15;

export function streamRoutes(
	app: App,
	{ requireStill, callerIdOf }: Administering,
	events: Parts["events"],
): void {
	app.addHook("preClose", async () => events.endAll());

	app.get(
		"/api/admin/events/stream",
		{ schema: streamEvents, exposeHeadRoute: false },
		async (request, reply) => {
			const last = readLast(request.headers["last-event-id"] as string | undefined);
			const { began, seen, close } = events.watch(callerIdOf(request), readEventFilter(request.query), last);
			// A client that has gone reads nothing more, and nothing else would end its watch.
			reply.raw.once("close", close);
			if (reply.raw.destroyed) close();
			// Before the answer begins: a refusal still has its status.
			const first = await seen.next();
			const stillMay = () => requireStill(request, declared.administers);
			// Proxies that change or collect what they pass on would hold events back.
			reply.header("cache-control", "no-store, no-transform").header("x-accel-buffering", "no");
			// From there a watcher continues who has seen no event yet.
			const beginning = `retry: 2000\nid: ${began}\n\n${messagesOf(first.value as Seen)}`;
			const stream = Readable.from(messages(beginning, seen, stillMay));
			return reply.type("text/event-stream; charset=utf-8").send(stream as never);
		},
	);
}

/** Another failure than a refusal breaks the connection off, so that its client comes back. */
async function* messages(beginning: string, rest: AsyncGenerator<Seen>, stillMay: () => Promise<void>) {
	yield beginning;
	let [reads, quiet] = [0, 0];
	try {
		for await (const seen of rest) {
			reads += 1;
			if (reads % BETWEEN_LOOKS === 0) await stillMay();
			const text = messagesOf(seen);
			quiet = text === "" ? quiet + 1 : 0;
			if (text !== "") yield text;
			else if (quiet % BETWEEN_SIGNS === 0) yield ": still here\n\n";
		}
	} catch (error) {
		if (!(error instanceof LoginError)) throw error;
		yield `event: end\ndata: ${JSON.stringify({ code: error.code })}\n\n`;
	}
}

function messagesOf({ events, gap }: Seen): string {
	return (gap ? "event: gap\ndata: {}\n\n" : "") + events.map(messageOf).join("");
}

/** Written once for all who watch. */
const written = new WeakMap<NamedEvent, string>();

function messageOf(event: NamedEvent): string {
	const text =
		written.get(event) ?? `id: ${event.time}.${event.id}\ndata: ${JSON.stringify(describeEvent(event))}\n\n`;
	written.set(event, text);
	return text;
}

/** Throws cursor_invalid. */
function readLast(given: string | undefined): { time: number } | null {
	if (given === undefined || given === "") return null;
	const [, time] = /^(\d{1,15})(?:\.[\da-f-]{36})?$/.exec(given) ?? [];
	if (time === undefined)
		throw new LoginError("cursor_invalid", "Last-Event-ID is the id of a message of this stream.");
	return { time: Number(time) };
}
