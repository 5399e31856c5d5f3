import type { Feature } from "../../platform/feature.ts";
import { healthRoutes } from "./routes.ts";

export function createHealthFeature(): Feature {
	return { name: "Health", description: "For load balancers.", routes: healthRoutes };
}
