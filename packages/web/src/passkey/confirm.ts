import { askForPasskey, reauthenticate, SallyportError } from "@sallyport/client";
import { passkeyTexts } from "#texts/passkey.ts";
import type { Page } from "../page.ts";

/** Renews the session by a passkey alone. Rejects with `aborted` when the user, or the signal, ends the question. */
export async function confirm({ connection }: Page, signal: AbortSignal): Promise<void> {
	const offer = await connection.send("POST /api/auth/reauthenticate/options", { signal });
	const passkey = await askForPasskey(offer.passkey, { signal }).catch((cause) => {
		if (!(cause instanceof SallyportError) || cause.code !== "aborted") throw cause;
		throw new SallyportError("aborted", passkeyTexts.cancelled, { cause });
	});
	await reauthenticate(connection, { challenge: offer.challenge, passkey }, { signal });
}
