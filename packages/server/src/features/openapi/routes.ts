/** The contract as data: /openapi.json, printed from the same schemas that validate. */
import type { App } from "../../platform/http/server.ts";

export function openapiRoutes(app: App, { document }: { document: () => object }): void {
	let text: string | null = null;
	app.get("/openapi.json", async (_request, reply) => {
		text ??= JSON.stringify(document());
		return reply.header("content-type", "application/json; charset=utf-8").send(text);
	});
}
