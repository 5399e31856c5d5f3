/** Everything at once, as a file: users, events, and what is stored about one user. No file is left on the server. */

import { Readable } from "node:stream";
import { describeUser } from "../../operations/administration/describe-user.ts";
import type { App } from "../../platform/http/server.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import { inQuery, operation, text } from "../../platform/openapi/operation.ts";
import { Export } from "../schemas/export.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv.ts";
import { allowsFresh, byId, tags } from "./declarations.ts";
import { between, eventFilters, readEventFilter } from "./events.ts";
import type { Administering } from "./scope.ts";

const NDJSON = "application/x-ndjson; charset=utf-8";
const CSV = "text/csv; charset=utf-8";
const JSON_FILE = "application/json; charset=utf-8";

const ofUsers = allowsFresh("sallyport:users:read");
const ofEvents = allowsFresh("sallyport:events:read");

const exportUsers = operation({
	operationId: "exportUsers",
	summary: "Get all users as a file",
	description:
		"By name; one JSON object a line, with the members of a user, or CSV, where a cell that looks like a formula has an apostrophe before it. The audit log tells of it.",
	tags,
	querystring: inQuery({ format: text("ndjson unless given.", { enum: ["ndjson", "csv"] }) }),
	response: { 200: text("The file.") },
	mediaTypes: ["application/x-ndjson", "text/csv"],
	responseHeaders: ["Content-Disposition"],
	...ofUsers,
});

const exportEvents = operation({
	operationId: "exportEvents",
	summary: "Get events as a file",
	description:
		"The oldest first; one JSON object a line. Takes the filters of the list. The audit log tells of it.",
	tags,
	querystring: inQuery({ ...eventFilters, ...between }),
	response: { 200: text("The file.") },
	mediaTypes: ["application/x-ndjson"],
	responseHeaders: ["Content-Disposition"],
	...ofEvents,
});

const exportUser = operation({
	operationId: "exportUser",
	summary: "Get all that is stored about a user",
	description:
		"What users get by `GET /api/auth/export`, for one who cannot log in. The user gets a mail, and the audit log tells of it. An access key needs `sallyport:sessions:read` and `sallyport:events:read` too.",
	tags,
	params: byId,
	response: { 200: Export },
	responseHeaders: ["Content-Disposition"],
	...ofUsers,
});

const columns = [
	"id",
	"username",
	"kind",
	"displayName",
	"email",
	"emailVerifiedAt",
	"role",
	"groups",
	"attributes",
	"locale",
	"externalId",
	"state",
	"createdAt",
	"lastLoginAt",
	"lastLoginAddress",
	"disabledAt",
	"secondFactorAt",
	"secondFactorDueAt",
	"version",
] as const satisfies Array<keyof ReturnType<typeof describeUser>>;

function userLine(user: Parameters<typeof describeUser>[0], isCsv: boolean): string {
	const described = describeUser(user);
	if (!isCsv) return `${JSON.stringify(described)}\n`;
	return csvLine(
		columns.map((name) => {
			const value = described[name];
			if (name === "groups") return described.groups.join(" ");
			return typeof value === "object" && value !== null
				? JSON.stringify(value)
				: (value as string | number | null);
		}),
	);
}

async function* userFile(pages: AsyncIterable<Array<Parameters<typeof describeUser>[0]>>, isCsv: boolean) {
	if (isCsv) yield BYTE_ORDER_MARK + csvLine(columns);
	for await (const users of pages) yield users.map((user) => userLine(user, isCsv)).join("");
}

async function* eventFile(pages: AsyncIterable<Array<{ time: number }>>) {
	for await (const events of pages)
		yield events
			.map(({ time, ...event }) => `${JSON.stringify({ ...event, time: timestamp(time) })}\n`)
			.join("");
}

/** That of Fastify answers at once and reads the whole file behind it, with nothing to slow it down. */
const exposeHeadRoute = false;

const attached = (name: string) => `attachment; filename="${name}"`;

export function exportRoutes(app: App, { by, requireStill, requireScope }: Administering): void {
	app.get("/api/admin/users/:id/export", { schema: exportUser, exposeHeadRoute }, async (request, reply) => {
		for (const scope of ["sallyport:sessions:read", "sallyport:events:read"] as const)
			requireScope(request, scope);
		const stillMay = () => requireStill(request, ofUsers.administers);
		const data = await by(request).exports.user({ id: request.params.id }, stillMay);
		reply.header("content-disposition", attached("user.json"));
		return reply.type(JSON_FILE).send(Readable.from(data, { objectMode: false }) as never);
	});

	app.get("/api/admin/users/export", { schema: exportUsers, exposeHeadRoute }, async (request, reply) => {
		const isCsv = request.query.format === "csv";
		const stillMay = () => requireStill(request, ofUsers.administers);
		const pages = await by(request).exports.users(stillMay);
		reply.header("content-disposition", attached(isCsv ? "users.csv" : "users.ndjson"));
		return reply.type(isCsv ? CSV : NDJSON).send(Readable.from(userFile(pages, isCsv)) as never);
	});

	app.get("/api/admin/events/export", { schema: exportEvents, exposeHeadRoute }, async (request, reply) => {
		const stillMay = () => requireStill(request, ofEvents.administers);
		const pages = await by(request).exports.events(readEventFilter(request.query), stillMay);
		reply.header("content-disposition", attached("events.ndjson"));
		return reply.type(NDJSON).send(Readable.from(eventFile(pages)) as never);
	});
}
