import { type PasskeyRequest, SallyportError } from "@sallyport/client";

/** The password was right, and the service asks for more. */
export interface Demand {
	challenge: string;
	/** The strongest first, the last resort last; empty: a factor has to be added first. */
	methods: readonly string[];
	/** For the browser, if passkeys are among the methods. */
	passkey: PasskeyRequest | undefined;
}

/** undefined: the failure is another one. */
export function demandIn(error: unknown): Demand | undefined {
	// Only the refusals of a right password have a challenge.
	if (!(error instanceof SallyportError) || error.challenge === undefined) return undefined;
	const { challenge, methods = [], passkey } = error;
	return { challenge, methods, passkey };
}
