import type { Credentials } from "../../credentials/create-credentials.ts";
import { createEndSession } from "../../credentials/session/end-session.ts";
import { listLiveSessions } from "../../credentials/session/session-store.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Platform } from "../../platform/platform.ts";
import { sessionRoutes } from "./routes.ts";

export function createSessionFeature(platform: Platform, credentials: Credentials): Feature {
	const { clock, opened } = platform;
	const endSession = createEndSession(platform);
	const listSessions = (userId: string) => listLiveSessions(opened.database, userId, clock());
	return {
		name: "Sessions",
		description: "What a login leaves behind, in both modes.",
		routes: (app) => sessionRoutes(app, { ...credentials, listSessions, endSession }),
	};
}
