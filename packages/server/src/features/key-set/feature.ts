import type { Feature } from "../../platform/feature.ts";
import type { Platform } from "../../platform/platform.ts";
import { tokenRoutes } from "./routes.ts";

export function createKeySetFeature({ signingKeys, config }: Platform): Feature {
	return {
		name: "Verification",
		description: "What the APIs behind the login need to verify tokens.",
		routes: (app) => tokenRoutes(app, { keys: signingKeys, baseUrl: config.baseUrl }),
	};
}
