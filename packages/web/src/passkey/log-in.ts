import "../problem-texts.ts";
import { askForPasskey, logInWithPasskey, SallyportError } from "@sallyport/client";
import { passkeyTexts } from "#texts/passkey.ts";
import type { Page } from "../page.ts";
import { signal } from "./signal.ts";

interface Asking {
	/** Among the usernames that the browser fills in. */
	inField: boolean;
	/** Ends the question. */
	signal: AbortSignal;
	/** The user has chosen one. */
	onChosen: () => void;
}

/** Logs in by a passkey alone. Rejects with `aborted` when the user, or another question, ends this one. */
export async function logIn(
	{ connection, root }: Page,
	{ inField, onChosen, ...until }: Asking,
): Promise<void> {
	let used = { rpId: "", credentialId: "" };
	try {
		await logInWithPasskey(connection, {
			...until,
			// Read when the user has chosen: until then it can still be ticked.
			get remember() {
				return root.querySelector<HTMLInputElement>("[name=remember]")?.checked ?? false;
			},
			async ask(request) {
				const options = inField ? { ...until, mediation: "conditional" as const } : until;
				const assertion = await askForPasskey(request, options);
				onChosen();
				used = { rpId: request.rpId, credentialId: assertion.id };
				return assertion;
			},
		});
	} catch (error) {
		if (!(error instanceof SallyportError)) throw error;
		if (error.code === "passkey_unknown") signal((signals) => signals.signalUnknownCredential?.(used));
		if (error.code === "aborted")
			throw new SallyportError("aborted", passkeyTexts.cancelled, { cause: error });
		throw error;
	}
}
