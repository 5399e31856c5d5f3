import { reserveThreads } from "../../platform/config/config.ts";
import { parseDuration, SettingError } from "../../platform/lib/parse-setting.ts";
import { configOfCommand, defineCommand, WrongUse } from "./define-command.ts";
import { describeCapacity } from "./describe-capacity.ts";
import { showProgress } from "./show-progress.ts";

export const capacity = defineCommand({
	summary: "Measure this machine and propose settings for hashing.",
	usage: `sallyport capacity [--target TIME] [--quick]

Measures how fast this machine hashes passwords and how much memory that takes, and proposes the strongest hashing that stays
within a target time while every thread hashes. Takes about 10 seconds and every core. Needs no database and no running
service, and changes nothing.

  --target TIME   longest time of one hash, 50ms to 1s; 100ms unless given
  --quick         less exact, within 2 seconds`,
	options: { target: { type: "string" }, quick: { type: "boolean" } },
	overHttp: null,
	async run({ options: { target = "100ms", quick = false } }) {
		const milliseconds = parseTarget(target);
		const config = configOfCommand();
		reserveThreads(config.hashThreads);
		// Loaded here, so that other commands start sooner.
		const { measureCapacity } = await import("../capacity/measure-capacity.ts");
		const progress = showProgress(process.stderr);
		try {
			const found = await measureCapacity({
				config,
				target: milliseconds,
				quick,
				progress: (step) => progress.show(null, `Measuring: ${step} …`),
			});
			return { document: found, text: describeCapacity(found) };
		} finally {
			progress.end();
		}
	},
});

function parseTarget(text: string): number {
	try {
		return parseDuration(text, "50ms", "1s");
	} catch (error) {
		if (!(error instanceof SettingError)) throw error;
		throw new WrongUse("--target is a time from 50ms to 1s, such as 100ms.");
	}
}
