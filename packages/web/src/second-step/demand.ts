import { SallyportError } from "@sallyport/client";

/** The password was right, and the service asks for more. */
export interface Demand {
	challenge: string;
	/** The strongest first, the last resort last. */
	methods: readonly string[];
}

/** undefined: the failure is another one. */
export function demandIn(error: unknown): Demand | undefined {
	if (!(error instanceof SallyportError) || error.code !== "second_factor_required") return undefined;
	const { challenge = "", methods = [] } = error;
	return { challenge, methods };
}
