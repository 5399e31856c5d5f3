import { createThrottle, type Throttle } from "../../identity/throttle/throttle.ts";
import type { Deployment } from "../../open-deployment.ts";

/** The counters of guesses of a deployment. */
export function throttleOf({ opened, audit, clock, keyring, config }: Deployment): Throttle {
	return createThrottle({
		reads: opened.reads,
		transact: audit.transactRelaxed,
		clock,
		mac: keyring.mac("attempt"),
		limits: config,
	});
}
