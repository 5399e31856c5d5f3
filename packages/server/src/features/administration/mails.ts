/** What the service sends, and open links. Never what a mail or a link says: it is a credential. */

import { describeMail } from "../../operations/administration/describe-listed.ts";
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
	uuid,
} from "../../platform/openapi/operation.ts";
import { deliveryStates } from "../../platform/outbox/delivery-state.ts";
import { next, pageParameters, pageQuery, readPage, writeNext } from "./cursor.ts";
import { allows, allowsFresh, byId, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

const readMails = allows("sallyport:mails");
const writeMails = allowsFresh("sallyport:mails");

const listLinks = operation({
	operationId: "listSetupLinks",
	summary: "List open links",
	description:
		"Links that set a password or confirm an address, while they work; in the order of their users' ids.",
	tags,
	querystring: pageQuery,
	response: {
		200: closedObject("SetupLinkPage", "Some of the open links.", {
			setupLinks: objects("In the order of their users.", {
				id: uuid("Of the link. It does not open it."),
				userId: uuid("Whose it is."),
				username: text("In its canonical form.", { examples: ["ada"] }),
				purpose: text("What it is good for.", { enum: ["setup", "recovery", "email"] }),
				createdAt: time("When it was made."),
				expiresAt: time("When it stops working."),
			}),
			next,
		}),
	},
	...allows("sallyport:users:read"),
	errors: ["cursor_invalid"],
});

const endLink = operation({
	operationId: "endSetupLink",
	summary: "End an open link",
	tags,
	params: byId,
	response: { 204: { type: "null", description: "It does not work any more." } },
	...allowsFresh("sallyport:links"),
	errors: ["rate_limited"],
});

const listMails = operation({
	operationId: "listMails",
	summary: "List mails",
	description: "Of the last 7 days and those that wait, the newest first.",
	tags,
	querystring: inQuery({
		...pageParameters,
		state: text("What came of it.", { enum: deliveryStates }),
		user: uuid("About this user."),
	}),
	response: {
		200: closedObject("MailPage", "Some of the mails.", {
			mails: objects("The newest first.", {
				id: uuid("Of the mail."),
				kind: text("What it is about.", { examples: ["new_device"] }),
				userId: orNull(uuid("Of the user whom it is about; null: gone.")),
				username: orNull(text("Whom it is about; null: gone.", { examples: ["ada"] })),
				state: text("What came of it.", { examples: ["sent"] }),
				attempts: integer("How often it was tried.", { minimum: 0, examples: [1] }),
				createdAt: time("When it was queued."),
				nextAt: orNull(time("When it is tried next.")),
				lastStatus: orNull(text("What the mail server said.", { examples: ["250"] })),
			}),
			next,
		}),
	},
	...readMails,
	errors: ["cursor_invalid"],
});

const retryMail = operation({
	operationId: "retryMail",
	summary: "Send a mail again that failed or waits",
	description:
		"At once, not at its next attempt. state_conflict: its link has ended, or is for an address of before, and the user needs a new one.",
	tags,
	params: byId,
	response: { 204: { type: "null", description: "It waits again." } },
	...writeMails,
	errors: ["state_conflict", "rate_limited"],
});

const testMail = operation({
	operationId: "testMail",
	summary: "Send yourself a mail",
	description:
		"At once, in the language of the service, to the address of your account. A mail server that refuses it is an answer, too.",
	tags,
	response: {
		200: closedObject("TestedMail", "It was tried.", {
			sentTo: text("The address.", { examples: ["ada@example.com"] }),
			sent: flag("Whether the mail server has taken it."),
			status: text("What the mail server said, or why it was not reached.", {
				examples: ["250", "550 RCPT TO", "ECONNREFUSED"],
			}),
		}),
	},
	...allowsFresh(null),
	errors: ["state_conflict", "rate_limited"],
});

export function mailRoutes(app: App, { by }: Administering): void {
	app.get("/api/admin/setup-links", { schema: listLinks }, async (request) => {
		const { rows, next: position } = await by(request).openLinks.page(
			readPage(request, ["string", "string"]),
		);
		const setupLinks = rows.map(({ createdAt, expiresAt, ...row }) => {
			return { ...row, createdAt: timestamp(createdAt), expiresAt: timestamp(expiresAt) };
		});
		return { setupLinks, next: writeNext(position, request) };
	});

	app.post("/api/admin/setup-links/:id/end", { schema: endLink }, async (request, reply) => {
		await by(request).openLinks.end(request.params.id);
		return reply.code(204).send(null);
	});

	app.get("/api/admin/mails", { schema: listMails }, async (request) => {
		const { state, user } = request.query;
		const page = readPage(request, ["number", "string"]);
		const { rows, next: position } = await by(request).mails.page(page, { state, userId: user });
		return { mails: rows.map(describeMail), next: writeNext(position, request) };
	});

	app.post("/api/admin/mails/:id/retry", { schema: retryMail }, async (request, reply) => {
		await by(request).mails.retry(request.params.id);
		return reply.code(204).send(null);
	});

	app.post("/api/admin/mails/test", { schema: testMail }, async (request) => {
		const { to, sent, status } = await by(request).mails.testOwn();
		return { sentTo: to, sent, status };
	});
}
