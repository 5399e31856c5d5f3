import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Feature } from "../../platform/feature.ts";
import { csrfRoutes } from "./routes.ts";

export function createCsrfFeature(credentials: Credentials): Feature {
	return { name: "Login", routes: (app) => csrfRoutes(app, credentials) };
}
