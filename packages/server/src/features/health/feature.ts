/** Health: whether the process answers, for load balancers. The operations listener says whether it is fit for work. */
import type { Feature } from "../../platform/feature.ts";
import { closedObject, operation, text } from "../../platform/openapi/operation.ts";

const getHealth = operation({
	operationId: "getHealth",
	summary: "Whether the process answers",
	tags: ["Health"],
	response: {
		200: closedObject("Health", "The process answers.", {
			status: text("It answers.", { const: "ok" }),
		}),
	},
	access: "public",
});

export function createHealthFeature(): Feature {
	return {
		name: "Health",
		description: "For load balancers.",
		routes(app) {
			app.get("/healthz", { schema: getHealth }, async () => ({ status: "ok" as const }));
		},
	};
}
