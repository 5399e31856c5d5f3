import { describeSettings } from "../../platform/config/describe-settings.ts";
import { ALIVE_FOR, listInstancesSeenAfter } from "../../platform/keys/instance-store.ts";
import type { Platform } from "../../platform/platform.ts";
import { examineDeployment } from "../examination/examine-deployment.ts";

/** What an operator sees of the deployment itself. */
export function createReadSystem({ config, clock, random, opened }: Platform) {
	return {
		settings: () => ({ settings: describeSettings(config) }),

		/** From the inside. Which error it was is in the log: a message may name hosts and paths. */
		examine: () => {
			const explain = () => "the database cannot be used";
			return Array.fromAsync(examineDeployment(config, { clock, random, explain, running: opened }));
		},

		instances: () => listInstancesSeenAfter(opened.reads, clock() - ALIVE_FOR),
	};
}
