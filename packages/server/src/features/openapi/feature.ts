/** The contract as data: /openapi.json, printed from the same schemas that validate. */
import type { Feature } from "../../platform/feature.ts";

/** `document`: prints the contract from all routes. */
export function createOpenapiFeature(document: () => object): Feature {
	let text: string | null = null;
	return {
		name: "OpenAPI",
		routes(app) {
			app.get("/openapi.json", async (_request, reply) => {
				text ??= JSON.stringify(document());
				return reply.header("content-type", "application/json; charset=utf-8").send(text);
			});
		},
	};
}
