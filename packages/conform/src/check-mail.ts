/** Forgotten passwords, where the service sends mail for them. A user with a verified address gets one mail by these checks. */
import { randomBytes } from "node:crypto";
import { describe, expect, expectError, expectStatus, type HttpResponse, LeftOut } from "./response.ts";
import type { Check, Visit } from "./visit.ts";

const RECOVERY = "/api/auth/recovery";

async function ask({ send, beforeLogin }: Visit, login: unknown): Promise<HttpResponse> {
	return send("POST", RECOVERY, { body: { login }, headers: await beforeLogin() });
}

export const mail: Check[] = [
	{
		id: "mail.recovery-alike",
		promise:
			"A forgotten password is answered with the same bytes, whether or not there is such a user: 202.",
		section: 7,
		async run(visit) {
			const unknown = `unknown-${randomBytes(8).toString("hex")}`;
			const first = await ask(visit, unknown);
			if (first.status === 404) throw new LeftOut("the service recovers no passwords by mail");
			if (first.status === 429) throw new LeftOut("this address has asked for too many links in this hour");
			expectStatus(first, 202);
			for (const name of [`${unknown}@example.com`, visit.account.user().name]) {
				const response = await ask(visit, name);
				expect(response.status === 202 && response.text === first.text, `${describe(response)}: not alike`);
			}
		},
	},
	{
		id: "mail.recovery-of-one",
		promise: "A forgotten password is asked for by one text: a list of addresses is refused with 400.",
		section: 7,
		async run(visit) {
			const response = await ask(visit, ["unknown@example.com", "attacker@example.com"]);
			if (response.status === 404) throw new LeftOut("the service recovers no passwords by mail");
			expectError(response, "validation_failed");
		},
	},
];
