/**
 * The e-mail address of a user: it is in force when its user, logged in, has opened the link that was sent there. It is never a key:
 * it logs no one in, and links no accounts.
 *
 *   asked for → confirmed
 */
import type { Feature } from "../../platform/feature.ts";
import { clientOf } from "../../platform/http/requester.ts";
import { closedObject, operation, text } from "../../platform/openapi/operation.ts";
import { linkToken, message } from "../schemas/common.ts";
import { MessageAnswer } from "../schemas/session.ts";
import type { Parts } from "../uses.ts";

const tags = ["E-mail"] as const;
const access = "cookie-session" as const;

const askOperation = operation({
	operationId: "changeEmail",
	summary: "Ask for another e-mail address",
	description:
		"Sends a link to the new address, which changes nothing by itself: `POST /api/auth/email/confirm`. Needs a recent authentication. 404 where the service sends no mail.",
	tags,
	body: closedObject("EmailChangeRequest", null, {
		email: text("One address, without a name.", {
			minLength: 3,
			maxLength: 254,
			examples: ["ada@example.com"],
		}),
	}),
	response: {
		202: closedObject("EmailChangeAnswer", "The mail is on its way.", { message: message("Mail sent") }),
	},
	access,
	errors: ["reauthentication_required", "not_found", "limit_exceeded", "rate_limited"],
});

const confirmOperation = operation({
	operationId: "confirmEmail",
	summary: "Confirm an e-mail address",
	description: "Uses up the link that was sent to the address. The previous address gets a notice.",
	tags,
	body: closedObject("EmailConfirmation", null, { token: linkToken }),
	response: { 200: MessageAnswer },
	access,
	errors: ["not_found", "limit_exceeded", "setup_link_used"],
});

export function createEmailFeature({ guards, changeEmail }: Parts): Feature {
	const onRequest = guards.loggedInByCookie;
	return {
		name: "E-mail",
		description: "The address to which mails about one's own account go.",
		routes(app) {
			app.post("/api/auth/email", { onRequest, schema: askOperation }, async (request, reply) => {
				await changeEmail.ask(guards.callerOf(request).principal, request.body.email);
				return reply.code(202).send({ message: "Mail sent" });
			});

			app.post("/api/auth/email/confirm", { onRequest, schema: confirmOperation }, async (request) => {
				const { principal } = guards.callerOf(request);
				await changeEmail.confirm(principal, request.body.token, clientOf(request));
				return { message: "Address confirmed" };
			});
		},
	};
}
