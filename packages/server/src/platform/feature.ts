import type { App } from "./http/server.ts";
import type { MaintenanceTask } from "./maintenance.ts";

/** What a feature contributes to the service. app.ts mounts a list of these. */
export interface Feature {
	/** The tag of its operations in the OpenAPI document. Features may share one. */
	name: string;
	/** Of the tag. One of the features that share it describes it. */
	description?: string;
	routes: (app: App) => void;
	/** Work that happens without a request. */
	maintenance?: readonly MaintenanceTask[];
}
