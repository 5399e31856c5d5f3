/**
 * Whether the time of a refused login tells why it was refused: unknown user, wrong password, disabled, and so on, in turns
 * against the same service.
 *
 *   node bench/timing.ts [--rounds 200] [--seconds 120] [--load 0] [--floor 300ms]
 */
import { readOptions } from "./lib/read-options.ts";
import { measureTiming } from "./timing/measure-timing.ts";
import { reportTiming } from "./timing/report.ts";

if (import.meta.main) {
	const values = readOptions({
		/** As many as fit into the seconds, and no more than this. */
		rounds: { type: "string", default: "200" },
		seconds: { type: "string", default: "120" },
		/** Connections that guess meanwhile. */
		load: { type: "string", default: "0" },
		/** A refusal is told no sooner. */
		floor: { type: "string" },
	});
	const figures = await measureTiming({
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		load: Number(values.load),
		...(values.floor === undefined ? {} : { settings: { SALLYPORT_REFUSAL_FLOOR: values.floor } }),
	});
	console.log(reportTiming(figures));
}
