import { createThrottle } from "../identity/throttle/throttle.ts";
import type { Keys } from "../platform/keys/create-keys.ts";
import type { MasterSecret } from "../platform/keys/secret.ts";
import type { Platform } from "../platform/platform.ts";
import { createGroupAdministration } from "./administration/administer-groups.ts";
import { createKeyAdministration } from "./administration/administer-keys.ts";
import { createMailAdministration } from "./administration/administer-mails.ts";
import { createSessionAdministration } from "./administration/administer-sessions.ts";
import { createUserAdministration } from "./administration/administer-users.ts";
import { createSetupLinks } from "./setup-link/create-setup-link.ts";

export type Operations = ReturnType<typeof createOperations>;

/** What an operator may do. Made once for each deployment that is opened, by the service or by a command. */
export function createOperations(deployment: Platform & Keys & { secret: MasterSecret }) {
	const setupLinks = createSetupLinks(deployment);
	return {
		users: createUserAdministration(deployment, { setupLinks, throttle: createThrottle(deployment) }),
		groups: createGroupAdministration(deployment),
		sessions: createSessionAdministration(deployment),
		setupLinks,
		keys: createKeyAdministration(deployment),
		mails: createMailAdministration(deployment),
	};
}
