import type { Feature } from "../../platform/feature.ts";
import { openapiRoutes } from "./routes.ts";

/** `document`: prints the contract from all routes. */
export function createOpenapiFeature(document: () => object): Feature {
	return { name: "OpenAPI", routes: (app) => openapiRoutes(app, { document }) };
}
