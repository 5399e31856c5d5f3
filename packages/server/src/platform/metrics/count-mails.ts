import { Gauge, type Registry } from "prom-client";
import { createLabelCounter } from "./label-counter.ts";

/** What came of an attempt: sent, to be tried again, or failed. */
export type CountMail = (outcome: "sent" | "postponed" | "failed") => void;

/** Counts what comes of mails. No series where none are sent. */
export function createMailCounts(
	registry: Registry,
	countWaiting: (() => Promise<number>) | null,
): CountMail {
	if (countWaiting === null) return () => {};
	new Gauge({
		name: "sallyport_mails_waiting",
		help: "Mails of the whole deployment that wait to be sent, the same on every instance. Absent while they cannot be counted.",
		registers: [registry],
		async collect() {
			try {
				this.set(await countWaiting());
			} catch {
				// Without a value since the reset, it is left out.
				this.reset();
			}
		},
	});
	return createLabelCounter(registry, {
		name: "sallyport_mails_total",
		help: "Mails that this instance has sent, mails that failed, and attempts that it will repeat.",
		label: "outcome",
		values: ["sent", "postponed", "failed"],
	});
}
