/** Sessions of all users, and their end. */

import type { PrincipalWithClient } from "../../credentials/session/session.ts";
import type { SessionFilter } from "../../credentials/session/session-filter.ts";
import { describeSessionOfUser } from "../../operations/administration/describe-listed.ts";
import { invalid } from "../../platform/errors.ts";
import type { App } from "../../platform/http/server.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import {
	closedObject,
	inQuery,
	list,
	operation,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { sessionMembers, sessionMembersRequired } from "../schemas/session.ts";
import { counted, next, pageParameters, readPage, readTime, writeNext } from "./cursor.ts";
import { allows, allowsFresh, byId, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

const read = allows("sallyport:sessions:read");
const end = allowsFresh("sallyport:sessions:end");

/** What ends all of them asks for. */
const EVERY = "end all sessions";

const Session = {
	...closedObject("AdministeredSession", "A session of a user.", {
		...sessionMembers,
		userId: uuid("Of its user."),
		username: text("In its canonical form.", { examples: ["ada"] }),
		clientAddress: orNull(text("IP address that the login came from.", { examples: ["192.0.2.7"] })),
		userAgent: orNull(text("What the client of the login said it is.", { examples: ["curl/8.5.0"] })),
		endedAt: orNull(time("When it was ended.")),
		endReason: orNull(text("Why it was.", { examples: ["logout"] })),
	}),
	required: [
		...sessionMembersRequired,
		"userId",
		"username",
		"clientAddress",
		"userAgent",
		"endedAt",
		"endReason",
	],
} as const;

const listSessions = operation({
	operationId: "listAllSessions",
	summary: "List sessions of all users",
	description:
		"Live ones, those first that end last; or ended ones, the newest first; one that ran out is among them within a minute. Filters beside `user` look at up to 10,000 sessions a page, and at fewer where that takes long.",
	tags,
	querystring: inQuery({
		...pageParameters,
		state: text("live unless given.", { enum: ["live", "ended"] }),
		user: uuid("Of one user."),
		kind: text("Of one kind.", { enum: ["token", "cookie"] }),
		address: text("That began from this address; up to a dot or a colon at its end, all that begin so.", {
			pattern: "^[0-9a-f.:]{1,45}$",
			examples: ["192.0.2."],
		}),
		since: text("That began no earlier.", { format: "date-time", examples: ["2026-01-31T09:15:00Z"] }),
	}),
	response: {
		200: closedObject("AllSessionPage", "Some of the sessions.", {
			sessions: list("In the order of the list.", Session),
			next,
		}),
	},
	...read,
	errors: ["cursor_invalid"],
});

const getSession = operation({
	operationId: "getAnySession",
	summary: "See a session",
	tags,
	params: byId,
	response: { 200: Session },
	...read,
});

const endSession = operation({
	operationId: "endAnySession",
	summary: "End a session",
	tags,
	params: byId,
	response: {
		200: closedObject("EndedSessions", "It is done.", { ended: counted("How many sessions ended.") }),
	},
	...end,
	errors: ["rate_limited"],
});

const endSessions = operation({
	operationId: "endSessionsOfUsers",
	summary: "End all sessions of some users",
	description: "But for the session of the caller. Ids of users who are gone are left out.",
	tags,
	body: closedObject("SessionsOfUsers", null, {
		userIds: texts("Of the users.", {
			items: { type: "string", format: "uuid" },
			minItems: 1,
			maxItems: 500,
			uniqueItems: true,
		}),
	}),
	response: { 200: closedObject(null, "It is done.", { ended: counted("How many sessions ended.") }) },
	...end,
	errors: ["rate_limited"],
});

const endEvery = operation({
	operationId: "endEverySession",
	summary: "End all sessions of all users",
	description: "Also the session of the caller. Logins continue.",
	tags,
	body: closedObject("EverySession", null, { confirm: text(`The words: ${EVERY}`, { maxLength: 64 }) }),
	response: { 200: closedObject(null, "It is done.", { ended: counted("How many sessions ended.") }) },
	...allowsFresh(null),
	errors: ["rate_limited"],
});

function shown(found: PrincipalWithClient) {
	const { session } = found;
	return {
		...describeSessionOfUser(found),
		endedAt: timestamp(session.endedAt),
		endReason: session.endReason,
	};
}

export function sessionRoutes(app: App, { by, sessionOf }: Administering): void {
	app.get("/api/admin/sessions", { schema: listSessions }, async (request) => {
		const { state = "live", user, kind, address, since } = request.query;
		const filter: SessionFilter = {
			state,
			userId: user,
			kind,
			address,
			since: readTime("since", since),
		};
		const { rows, next: position } = await by(request).sessions.page(
			filter,
			readPage(request, ["number", "string"]),
		);
		return { sessions: rows.map(shown), next: writeNext(position, request) };
	});

	app.get("/api/admin/sessions/:id", { schema: getSession }, async (request) =>
		shown(await by(request).sessions.find(request.params.id)),
	);

	app.post("/api/admin/sessions/:id/end", { schema: endSession }, async (request) => {
		await by(request).sessions.end(request.params.id);
		return { ended: 1 };
	});

	app.post("/api/admin/sessions/end", { schema: endSessions }, (request) =>
		by(request).sessions.endOf(request.body.userIds, sessionOf(request).id),
	);

	app.post("/api/admin/sessions/end-all", { schema: endEvery }, (request) => {
		if (request.body.confirm !== EVERY) throw invalid("/confirm", "mismatch", `Write: ${EVERY}`);
		return by(request).sessions.endAll();
	});
}
