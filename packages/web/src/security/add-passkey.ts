import type { Connection, FactorAdded, NewPasskey } from "@sallyport/client";
import { makeOne, signal } from "../passkey/ask.ts";
import { keeping } from "./factor-calls.ts";

/** Rejects with `aborted` (given up, or present already), `factor_exists`, `reauthentication_required`, … */
export async function addPasskey(connection: Connection): Promise<void> {
	const { challenge, passkey } = await connection.send("POST /api/auth/factors/passkey/options");
	const made = (await makeOne(passkey)) as NewPasskey;
	const body = { challenge, passkey: made };
	const keep = keeping<FactorAdded>(connection);
	await connection.send("POST /api/auth/factors/passkey", { body }).then(keep);
}

/** After a removal: the browser need not offer those that are gone. */
export async function signalPresent({ send }: Connection): Promise<void> {
	const { passkeys } = await send("GET /api/auth/factors");
	if (passkeys === null) return;
	const { rpId: rpID, userId: userID, allAcceptedCredentialIds: allAcceptedCredentialIDs } = passkeys;
	signal({ signalName: "allAcceptedCredentials", rpID, userID, allAcceptedCredentialIDs });
}
