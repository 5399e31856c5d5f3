import { createThrottle } from "../../identity/throttle/throttle.ts";
import type { Keys } from "../../platform/keys/create-keys.ts";
import type { MasterSecret } from "../../platform/keys/secret.ts";
import type { Platform } from "../../platform/platform.ts";
import { createSetupLinks, type SetupLinks } from "../setup/create-setup-link.ts";
import { createKeyAdministration, type KeyAdministration } from "./administer-keys.ts";
import { createSessionAdministration, type SessionAdministration } from "./administer-sessions.ts";
import { createUserAdministration, type UserAdministration } from "./administer-users.ts";

/** What an operator may do. Made once for each deployment that is opened, by the service or by a command. */
export interface Operations {
	users: UserAdministration;
	sessions: SessionAdministration;
	setupLinks: SetupLinks;
	keys: KeyAdministration;
}

export function createOperations(deployment: Platform & Keys & { secret: MasterSecret }): Operations {
	const { config, keyring, opened, audit } = deployment;
	const { database } = opened;
	const { transact } = audit;
	const setupLinks = createSetupLinks({
		...deployment,
		database,
		transact,
		box: keyring.box("setup link"),
		baseUrl: config.baseUrl,
		lifetime: config.setupLinkLifetime,
	});
	const throttle = createThrottle(deployment);
	return {
		users: createUserAdministration({ ...deployment, database, transact, setupLinks, throttle }),
		sessions: createSessionAdministration({ ...deployment, database, transact }),
		setupLinks,
		keys: createKeyAdministration(deployment),
	};
}
