import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Identity } from "../../identity/create-identity.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Platform } from "../../platform/platform.ts";
import { createChangePassword } from "./change-password.ts";
import { createReauthenticate } from "./reauthenticate.ts";
import { accountRoutes } from "./routes.ts";

export function createAccountFeature(
	platform: Platform,
	{ identity, credentials }: { identity: Identity; credentials: Credentials },
): Feature {
	const { database } = platform.opened;
	const uses = { ...platform, ...identity, ...credentials, database };
	const reauthenticate = createReauthenticate(uses);
	const changePassword = createChangePassword(uses);
	return {
		name: "Password",
		description: "Setting, confirming and changing one's own password.",
		routes: (app) => accountRoutes(app, { ...identity, ...credentials, reauthenticate, changePassword }),
	};
}
