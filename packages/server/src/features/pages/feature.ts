import type { Credentials } from "../../credentials/create-credentials.ts";
import type { Feature } from "../../platform/feature.ts";
import type { SecurityHeaders } from "../../platform/http/headers.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PageAssets } from "./assets.ts";
import { pageRoutes } from "./routes.ts";

export function createPagesFeature(
	{ config }: Platform,
	uses: { credentials: Credentials; assets: PageAssets; headers: SecurityHeaders },
): Feature {
	const { baseUrl, passwordMinimum } = config;
	const { credentials, assets, headers } = uses;
	return {
		name: "Pages",
		routes: (app) => pageRoutes(app, { ...credentials, assets, headers, baseUrl, passwordMinimum }),
	};
}
