import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Feature } from "../../platform/feature.ts";
import { statusRoutes } from "./routes.ts";

export function createStatusListFeature({ statusTokens }: Credentials): Feature {
	return { name: "Verification", routes: (app) => statusRoutes(app, statusTokens) };
}
