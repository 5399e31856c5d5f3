/**
 * Forgotten passwords: a user asks for a link by mail. Nothing is taken away until the link has set a new password.
 *
 * Route of operations/recovery/, which also finds for whom a link is made. The link is opened by setup/, the mail sent by operations/mail/.
 */
import { USERNAME_MAX_CODE_POINTS } from "../../identity/user/username.ts";
import { offersRecovery } from "../../operations/setup-link/may-recover.ts";
import { LoginError } from "../../platform/errors.ts";
import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation, text } from "../../platform/openapi/operation.ts";
import { message } from "../schemas/common.ts";
import type { Parts } from "../uses.ts";

const ANSWER = "If the account can be recovered by mail, a link is on its way to its address.";

const requestOperation = operation({
	operationId: "requestRecovery",
	summary: "Ask for a link to set a new password",
	description:
		"Answers 202, always with the same bytes: whether there is such a user, and whether a mail goes out, is not told. From one address it can be asked 30 times an hour, for names that exist and for others: 429 then. 404 where the service sends no mail.",
	tags: ["Password"],
	body: closedObject("RecoveryRequest", null, {
		login: text("The username, or the e-mail address of the account.", {
			minLength: 1,
			maxLength: USERNAME_MAX_CODE_POINTS,
			examples: ["ada"],
		}),
	}),
	response: { 202: closedObject("RecoveryAnswer", "Noted.", { message: message(ANSWER) }) },
	responseHeaders: ["RateLimit", "RateLimit-Policy"],
	access: "csrf",
	errors: ["not_found", "rate_limited"],
});

export function createRecoveryFeature({ config, outbox, guards, requestRecovery }: Parts): Feature {
	return {
		name: "Password",
		routes(app) {
			const ask = { onRequest: guards.beforeLogin, schema: requestOperation };
			app.post("/api/auth/recovery", ask, async (request, reply) => {
				if (!offersRecovery(config))
					throw new LoginError("not_found", "This service sends no links for forgotten passwords.");
				await requestRecovery(request.body.login, guards.requesterOf(request, reply));
				// Nothing is looked up before the answer is out: its time would tell.
				reply.raw.once("finish", () => outbox.nudge());
				return reply.code(202).send({ message: ANSWER });
			});
		},
	};
}
