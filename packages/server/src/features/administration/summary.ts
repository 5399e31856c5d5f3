/** How logins go, and how much there is: what an admin looks at first. */
import type { App } from "../../platform/http/server.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import {
	closedObject,
	flag,
	inQuery,
	integer,
	objects,
	operation,
	orNull,
	text,
	time,
} from "../../platform/openapi/operation.ts";
import { counted } from "./cursor.ts";
import { allows, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

const USUAL = 24;

const milliseconds = (description: string) => orNull(integer(description, { minimum: 0, examples: [100] }));

const readSummary = operation({
	operationId: "readSummary",
	summary: "See how logins go",
	description:
		"Counts of the last hours, those of other instances at most half a minute late; they are kept for 400 days. And what there is now.",
	tags,
	querystring: inQuery({
		hours: text("How many: 1 to 720; 24 unless given.", {
			pattern: "^([1-9]|[1-9][0-9]|[1-6][0-9][0-9]|7[01][0-9]|720)$",
			examples: ["24"],
		}),
	}),
	response: {
		200: closedObject("Summary", "Of the whole deployment.", {
			hours: objects("The oldest first; the last one has not ended yet.", {
				hour: time("When it began."),
				logins: counted("How many logins began a session, by whichever proof."),
				failed: counted("How many passwords, codes and passkeys were wrong."),
				refused: counted(
					"How many logins were refused by a limit, by overload, or because the database was away.",
				),
				p50: milliseconds(
					"Half of the logins by password took at most so many milliseconds; null: there were none.",
				),
				p99: milliseconds(
					"99 of 100 took at most so many milliseconds; null: there were none, or it was more than 12,800.",
				),
			}),
			sessions: closedObject(null, "Live ones.", {
				cookie: counted("Of browsers."),
				token: counted("Of programs and apps."),
				complete: flag("False: there are more. Up to 2,000 are counted."),
			}),
			mails: closedObject(null, "Of the last days.", {
				waiting: counted("To be sent, or sent again."),
				sent: counted("Taken by the mail server. Up to 10,000 are counted."),
				failed: counted("Failed."),
			}),
		}),
	},
	...allows("sallyport:system:read"),
});

export function summaryRoutes(
	app: App,
	{ by }: Administering,
	{ writeHourlyCounts }: { writeHourlyCounts: () => Promise<void> },
): void {
	app.get("/api/admin/summary", { schema: readSummary }, async (request) => {
		// An admin who has just logged in reads of that login.
		await writeHourlyCounts();
		const { hours = String(USUAL) } = request.query;
		const { hours: series, ...now } = await by(request).readSummary(Number(hours));
		return { hours: series.map(({ hour, ...of }) => ({ hour: timestamp(hour), ...of })), ...now };
	});
}
