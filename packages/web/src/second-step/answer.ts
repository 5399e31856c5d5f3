import type { Page } from "../page.ts";
import type { Demand } from "./demand.ts";

/** What the second step completes: a login, or a reauthentication within a session. */
export type Purpose = "login" | "reauthenticate";

/** Rejects with `second_factor_invalid`, `challenge_invalid`, `rate_limited`, … */
export async function answerDemand(
	{ connection: { send, credential } }: Page,
	purpose: Purpose,
	{ challenge, code }: Pick<Demand, "challenge"> & { code: string },
): Promise<void> {
	const body = { challenge, code };
	if (purpose === "login")
		return credential.adopt(await send("POST /api/auth/login/second-factor", { body, beforeLogin: true }));
	const { generation } = credential;
	credential.adopt(await send("POST /api/auth/reauthenticate", { body }), generation);
}
