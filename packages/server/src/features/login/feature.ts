import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Identity } from "../../identity/create-identity.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Platform } from "../../platform/platform.ts";
import { createLogIn } from "./log-in.ts";
import { loginRoutes } from "./routes.ts";

export function createLoginFeature(
	platform: Platform,
	{ identity, credentials }: { identity: Identity; credentials: Credentials },
): Feature {
	const { keyring, opened } = platform;
	const nameOfAccount = keyring.mac("attempt");
	const logIn = createLogIn({
		...platform,
		...identity,
		...credentials,
		reads: opened.reads,
		pseudonym: (username) => nameOfAccount(username).slice(0, 16),
	});
	return {
		name: "Login",
		description: "A username and a password become a session.",
		routes: (app) => loginRoutes(app, { ...identity, ...credentials, logIn }),
	};
}
