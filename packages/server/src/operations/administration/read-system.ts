import type { Locale } from "../../platform/config/appearance-settings.ts";
import { describeSettings } from "../../platform/config/describe-settings.ts";
import { ALIVE_FOR, listInstancesSeenAfter } from "../../platform/keys/instance-store.ts";
import type { Platform } from "../../platform/platform.ts";

/** Texts in every language, which few requests ask for. */
export const loadExamination = () => import("../examination/examine-deployment.ts");

/** What an operator sees of the deployment itself. */
export function createReadSystem(platform: Platform) {
	const { config, clock, opened } = platform;
	return {
		settings: () => ({ settings: describeSettings(config) }),

		/** From the inside. */
		async examine(locale: Locale) {
			const { examineService } = await loadExamination();
			return examineService(platform, locale);
		},

		instances: () => listInstancesSeenAfter(opened.reads, clock() - ALIVE_FOR),
	};
}
