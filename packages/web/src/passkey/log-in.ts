import { logInWithPasskey, SallyportError } from "@sallyport/client";
import type { Page } from "../page.ts";
import { signal, useOne } from "./ask.ts";

export { stopAsking } from "./ask.ts";

interface Asking {
	/** Among the usernames that the browser fills in. */
	inField: boolean;
	/** The user has chosen one. */
	onChosen: () => void;
}

/** Logs in by a passkey alone. Rejects with `aborted` when the user, or another question, ends this one. */
export async function logIn({ connection }: Page, { inField, onChosen }: Asking): Promise<void> {
	let used = { rpID: "", credentialID: "" };
	try {
		await logInWithPasskey(connection, {
			async ask(request) {
				const assertion = await useOne(request, inField);
				onChosen();
				used = { rpID: request.rpId, credentialID: assertion.id };
				return assertion;
			},
		});
	} catch (error) {
		if (error instanceof SallyportError && error.code === "passkey_unknown")
			signal({ signalName: "unknownCredential", ...used });
		throw error;
	}
}
