import { oneOf } from "./one-of.ts";
import { Counter, type Registry } from "./prom-client.ts";

const reasons = ["limit", "pipelining", "unread"] as const;

export function createCountConnectionRefusals(registry: Registry): (reason: string) => void {
	const counter = new Counter({
		name: "sallyport_connections_refused_total",
		help: "Connections that were closed: beyond the limit, for requests sent too far ahead, for responses left unread.",
		labelNames: ["reason"],
		registers: [registry],
	});
	for (const reason of reasons) counter.inc({ reason }, 0);
	const reasonOf = oneOf(reasons);
	return (reason) => counter.inc({ reason: reasonOf(reason) });
}
