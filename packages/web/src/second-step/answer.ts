import type { PasskeyAssertion } from "@sallyport/client";
import type { Page } from "../page.ts";
import type { Demand } from "./demand.ts";

/** What the second step completes: a login, or a reauthentication within a session. */
export type Purpose = "login" | "reauthenticate";

/** What answers a demand. */
export type Answer = { code: string } | { passkey: PasskeyAssertion };

/** Rejects with `second_factor_invalid`, `passkey_invalid`, `challenge_invalid`, `rate_limited`, … */
export async function answerDemand(
	{ connection: { send, credential } }: Page,
	purpose: Purpose,
	body: Pick<Demand, "challenge"> & Answer,
): Promise<void> {
	if (purpose === "login")
		return credential.adopt(await send("POST /api/auth/login/second-factor", { body, beforeLogin: true }));
	const { generation } = credential;
	credential.adopt(await send("POST /api/auth/reauthenticate", { body }), generation);
}
