/** The audit log: who did what, to whom, when, and from where. */

import type { NamedEvent } from "../../operations/administration/name-events.ts";
import type { App } from "../../platform/http/server.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import {
	closedObject,
	inQuery,
	list,
	operation,
	orNull,
	text,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { next, pageParameters, readPage, readTime, writeNext } from "./cursor.ts";
import { allows, byId, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

const levels = ["info", "warn", "error"] as const;

/** Up to ten, separated by commas. */
const several = (description: string, one: string, examples: string[]) =>
	text(`${description} Several with commas between them.`, {
		pattern: `^${one}(,${one}){0,9}$`,
		examples,
	});

const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** What a list, a file and a stream of events are limited by. */
export const eventFilters = {
	user: several("About this user, by id.", ID, ["0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"]),
	actor: several("Caused by this user or access key, by id.", ID, ["0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"]),
	event: several("Of this kind.", "[a-z_]{1,64}", ["authn_login_fail"]),
	level: text("Of this level and graver ones.", { enum: levels }),
	session: uuid("Of this session."),
	request: text("Of this request.", { pattern: "^[\\w-]{22}$", examples: ["Zk3vXq0mJ8sQe1uYt5bLwA"] }),
	client: text("About this application, by its `client_id`.", {
		pattern: "^[A-Za-z0-9._-]{1,64}$",
		examples: ["wiki"],
	}),
	address: text("From this address; up to a dot or a colon at its end, from all that begin so.", {
		pattern: "^[0-9a-f.:]{1,45}$",
		examples: ["192.0.2."],
	}),
} as const;

/** What a list and a file are limited by as well. */
export const between = {
	since: text("No older than that.", { format: "date-time", examples: ["2026-01-31T09:15:00Z"] }),
	until: text("No newer than that.", { format: "date-time", examples: ["2026-01-31T09:15:00Z"] }),
} as const;

const AuditEvent = closedObject("AuditEvent", "What happened.", {
	id: uuid("Of the event."),
	time: time("When it was."),
	event: text("What it was, by its name in the list of events.", { examples: ["authn_login_fail"] }),
	level: text("How grave it is.", { enum: levels }),
	actorKind: orNull(text("Who caused it.", { examples: ["self"] })),
	actorId: orNull(text("Of the user, the access key, or the account of the operator.")),
	actorName: orNull(text("The username of the actor, as of now; null: unknown, or gone.")),
	userId: orNull(uuid("The user that it is about.")),
	username: orNull(text("The username, as of now; null: it is about none, or the user is gone.")),
	clientName: orNull(
		text("The name of the application that it is about, as of now; null: it is about none, or it is gone."),
	),
	sessionId: orNull(uuid("The session that it is about; else the one in which an admin or a program acted.")),
	requestId: orNull(text("The request that caused it.")),
	clientAddress: orNull(text("IP address that it came from.", { examples: ["192.0.2.7"] })),
	userAgent: orNull(text("What the client said it is.", { examples: ["curl/8.5.0"] })),
	detail: {
		type: "object",
		additionalProperties: true,
		description: "What the list of events says of its kind.",
	},
});

const listEvents = operation({
	operationId: "listEvents",
	summary: "List events",
	description:
		"The newest first. Filters beside `user`, `actor`, `level` and the times look at up to 10,000 events a page, and at fewer where that takes long; `lookedBackTo` says how far.",
	tags,
	querystring: inQuery({
		...pageParameters,
		...eventFilters,
		...between,
	}),
	response: {
		200: closedObject("EventPage", "Some of the events.", {
			events: list("The newest first.", AuditEvent),
			next,
			lookedBackTo: orNull(time("How far back this page looked; null: to the first event.")),
		}),
	},
	...allows("sallyport:events:read"),
	errors: ["cursor_invalid"],
});

const getEvent = operation({
	operationId: "getEvent",
	summary: "See an event",
	tags,
	params: byId,
	response: { 200: AuditEvent },
	...allows("sallyport:events:read"),
});

type Asked = { [Name in keyof typeof eventFilters | keyof typeof between]?: string } & {
	level?: (typeof levels)[number];
};

/** Throws validation_failed for a time that there is not. */
export function readEventFilter(asked: Asked) {
	const { user, actor, event, level, session, request, client, address, since, until } = asked;
	return {
		userIds: split(user),
		actorIds: split(actor),
		events: split(event),
		levels: level === undefined ? undefined : levels.slice(levels.indexOf(level)),
		sessionId: session,
		requestId: request,
		clientId: client,
		address,
		since: readTime("since", since),
		until: readTime("until", until),
	};
}

export function describeEvent({ time: at, level, ...event }: NamedEvent) {
	return { ...event, level: level as (typeof levels)[number], time: timestamp(at) };
}

const split = (given: string | undefined) =>
	given === undefined ? undefined : [...new Set(given.split(","))];

export function eventRoutes(app: App, { by }: Administering): void {
	app.get("/api/admin/events", { schema: listEvents }, async (request) => {
		const page = readPage(request, ["number", "string"]);
		const filter = readEventFilter(request.query);
		const { rows, next: position } = await by(request).events.page(filter, page);
		return {
			events: rows.map(describeEvent),
			next: writeNext(position, request),
			lookedBackTo: position === null ? null : timestamp(Number(position[0])),
		};
	});
	// HEAD of the stream and of the file, which have none, would lead here.
	app.get("/api/admin/events/:id", { schema: getEvent, exposeHeadRoute: false }, async (request) =>
		describeEvent(await by(request).events.find(request.params.id)),
	);
}
