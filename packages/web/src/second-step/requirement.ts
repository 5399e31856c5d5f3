import type { PasskeyAssertion, PasskeyRequest, SallyportError } from "@sallyport/client";
import type { Page } from "../page.ts";

/** The password was right, and the service requires more. */
export interface Requirement {
	challenge: string;
	/** The strongest first, the last resort last; empty: a factor has to be added first. */
	methods: readonly string[];
	/** For the browser, if passkeys are among the methods. */
	passkey: PasskeyRequest | undefined;
	/** For how many seconds the user may trust this device; undefined: the service offers no trust. */
	trustDevice: number | undefined;
}

export function requirementOf(error: SallyportError, challenge: string): Requirement {
	const { methods = [], passkey, trustDevice } = error;
	return { challenge, methods, passkey, trustDevice };
}

export type Answer = { code: string } | { passkey: PasskeyAssertion };

/** The last resort comes last. */
export const ways = ["passkey", "totp", "recovery_code"] as const;
export type Way = Exclude<(typeof ways)[number], "passkey">;

export interface SecondStepProps {
	page: Page;
	requirement: Requirement;
	/** What the second step completes: a login, or a reauthentication within a session. */
	purpose: "login" | "reauthenticate";
	submit: string;
	class?: string;
	/** Everything is proven, and the credential is there; another page, or the end of a dialog, comes next. */
	onDone: () => void;
	/** To the first step; `why`, if it was not the user who wanted that. */
	back: (why?: string) => void;
}
