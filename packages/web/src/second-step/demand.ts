import type { PasskeyRequest, SallyportError } from "@sallyport/client";

/** The password was right, and the service asks for more. */
export interface Demand {
	challenge: string;
	/** The strongest first, the last resort last; empty: a factor has to be added first. */
	methods: readonly string[];
	/** For the browser, if passkeys are among the methods. */
	passkey: PasskeyRequest | undefined;
	/** For how many seconds the user may trust this device; undefined: the service offers no trust. */
	trustDevice: number | undefined;
}

export function demandOf({ methods = [], passkey, trustDevice }: SallyportError, challenge: string): Demand {
	return { challenge, methods, passkey, trustDevice };
}
