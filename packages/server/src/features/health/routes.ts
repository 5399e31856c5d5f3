/** Health: whether the process answers, for load balancers. Whether it is fit for work stands on the operations listener. */
import { facts } from "../../platform/http/route.ts";
import type { App } from "../../platform/http/server.ts";
import { Type } from "../../platform/lib/schema.ts";

const Health = Type.Object(
	{ status: Type.Literal("ok", { description: "It answers." }) },
	{ title: "Health", additionalProperties: false, description: "The process answers." },
);

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
