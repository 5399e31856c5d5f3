import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Identity } from "../../identity/create-identity.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Platform } from "../../platform/platform.ts";
import { createCompleteSetup } from "./complete-setup.ts";
import { setupRoutes } from "./routes.ts";
import { removeSetupLinksExpiredBefore } from "./setup-link-store.ts";

export function createSetupFeature(
	platform: Platform,
	{ identity, credentials }: { identity: Identity; credentials: Credentials },
): Feature {
	const { config, clock, opened } = platform;
	const { database } = opened;
	const completeSetup = createCompleteSetup({ ...platform, ...identity, ...credentials, database });
	return {
		name: "Password",
		routes: (app) => setupRoutes(app, { ...identity, ...credentials, completeSetup }),
		maintenance: [{ run: () => removeSetupLinksExpiredBefore(database, clock() - config.sessionRetention) }],
	};
}
