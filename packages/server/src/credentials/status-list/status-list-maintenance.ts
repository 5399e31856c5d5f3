import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { Platform } from "../../platform/platform.ts";
import { STATUS_LIST_OPEN_FOR } from "./status-list-entries.ts";
import { removeRevocationsExpiredBefore, removeStatusListsCreatedBefore } from "./status-list-store.ts";

/** Removes revocations and lists that no living token names. */
export function statusListMaintenance({ config, clock, opened }: Platform): MaintenanceTask {
	return {
		async run() {
			const now = clock();
			await removeRevocationsExpiredBefore(opened.database, now);
			const lastSession = now - STATUS_LIST_OPEN_FOR - config.sessionAbsolute;
			await removeStatusListsCreatedBefore(opened.database, lastSession);
		},
	};
}
