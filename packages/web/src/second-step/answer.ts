import { answerSecondFactor, type PasskeyAssertion, reauthenticate } from "@sallyport/client";
import type { Page } from "../page.ts";
import type { Demand } from "./demand.ts";

/** What the second step completes: a login, or a reauthentication within a session. */
export type Purpose = "login" | "reauthenticate";

/** What answers a demand. */
export type Answer = { code: string } | { passkey: PasskeyAssertion };

/** Rejects with `second_factor_invalid`, `passkey_invalid`, `challenge_invalid`, `rate_limited`, … */
export async function answerDemand(
	{ connection }: Page,
	purpose: Purpose,
	answer: Pick<Demand, "challenge"> & Answer & { trustDevice: boolean },
): Promise<void> {
	if (purpose === "login") await answerSecondFactor(connection, answer);
	else await reauthenticate(connection, answer);
}
