import { SallyportError } from "@sallyport/client";

/** The password was right, and the service asks for more. */
export interface Demand {
	challenge: string;
	/** The strongest first, the last resort last; empty: a factor has to be added first. */
	methods: readonly string[];
}

/** undefined: the failure is another one. */
export function demandIn(error: unknown): Demand | undefined {
	if (!(error instanceof SallyportError)) return undefined;
	const { code, challenge, methods = [] } = error;
	if (challenge === undefined) return undefined;
	return code === "second_factor_required" || code === "enrolment_required"
		? { challenge, methods }
		: undefined;
}
