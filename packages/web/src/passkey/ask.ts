/** Asks the browser; loaded when a passkey is used or made. */
import {
	type PasskeyAssertion,
	type PasskeyCreation,
	type PasskeyRequest,
	SallyportError,
} from "@sallyport/client";
import {
	type PublicKeyCredentialCreationOptionsJSON,
	type PublicKeyCredentialRequestOptionsJSON,
	sendSignal,
	startAuthentication,
	startRegistration,
	WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { passkeyTexts } from "./texts.ts";

/** `inField`: among the usernames that the browser fills in, for as long as nothing else is asked. */
export function useOne(request: PasskeyRequest, inField = false): Promise<PasskeyAssertion> {
	const optionsJSON = request as PublicKeyCredentialRequestOptionsJSON;
	return explained(
		startAuthentication({ optionsJSON, useBrowserAutofill: inField, verifyBrowserAutofillInput: false }),
	) as Promise<PasskeyAssertion>;
}

export function makeOne(creation: PasskeyCreation) {
	const optionsJSON = creation as PublicKeyCredentialCreationOptionsJSON;
	return explained(startRegistration({ optionsJSON }));
}

/** What is asked now is asked no more. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

/** Tells the browser what it need not offer any more. Some know no such signals, and none answers. */
export function signal(about: Parameters<typeof sendSignal>[0]): void {
	void sendSignal(about).catch(() => {});
}

async function explained<T>(asked: Promise<T>): Promise<T> {
	try {
		return await asked;
	} catch (cause) {
		const { name } = cause as Error;
		const text =
			name === "InvalidStateError"
				? passkeyTexts.present
				: name === "NotAllowedError" || name === "AbortError"
					? passkeyTexts.cancelled
					: passkeyTexts.failed;
		throw new SallyportError("aborted", text, { cause });
	}
}
