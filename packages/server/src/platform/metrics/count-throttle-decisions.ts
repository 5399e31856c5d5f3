import { oneOf } from "./one-of.ts";
import { Counter, type Registry } from "./prom-client.ts";

/** Let through, or held back by which counter. */
const decisions = ["allowed", "account", "client", "address", "network", "csrf", "lock"] as const;

/** Counts what the throttle decides about attempts (CredStuff-1: attempted and mitigated). */
export function createCountThrottleDecisions(registry: Registry): (decision: string) => void {
	const counter = new Counter({
		name: "sallyport_throttle_decisions_total",
		help: "Attempts at a password: allowed, or held back by which counter.",
		labelNames: ["decision"],
		registers: [registry],
	});
	for (const decision of decisions) counter.inc({ decision }, 0);
	const decisionOf = oneOf(decisions);
	return (decision) => counter.inc({ decision: decisionOf(decision) });
}
