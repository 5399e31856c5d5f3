/** Health: whether the process answers, for load balancers. Whether it is fit for work stands on the operations listener. */
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";

const Health = {
	type: "object",
	required: ["status"],
	properties: { status: { type: "string", const: "ok", description: "It answers." } },
	title: "Health",
	additionalProperties: false,
	description: "The process answers.",
} as const;

export function healthRoutes(app: App): void {
	app.get(
		"/healthz",
		{
			schema: {
				operationId: "getHealth",
				summary: "Whether the process answers",
				tags: ["Health"],
				response: { 200: Health },
				...facts("public"),
			},
		},
		async () => ({ status: "ok" as const }),
	);
}
