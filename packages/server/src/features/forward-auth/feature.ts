import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Feature } from "../../platform/feature.ts";
import { checkRoutes } from "./routes.ts";

export function createForwardAuthFeature(credentials: Credentials): Feature {
	return { name: "Verification", routes: (app) => checkRoutes(app, credentials) };
}
