import { removeExpiredRecords } from "../../identity/application/record-store.ts";
import type { MaintenanceTask } from "../../platform/maintenance.ts";
import type { Parts } from "../uses.ts";
import { createAnswerApplication } from "./answer-application.ts";
import { createApplicationAccess } from "./application-access.ts";
import { createProtocolStorage } from "./protocol-storage.ts";

/** Logins to other applications. */
export function createSingleSignOn(parts: Parts) {
	const { opened, clock } = parts;
	const storage = createProtocolStorage(parts);
	const access = createApplicationAccess(parts);
	const removeExpired: MaintenanceTask = { run: () => removeExpiredRecords(opened.unsynced, clock()) };
	return {
		storage,
		access,
		answers: createAnswerApplication(parts, { storage, access }),
		// Also while it is off: what it wrote before is of users.
		maintenance: [removeExpired],
	};
}
