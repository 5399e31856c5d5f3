import { createServer, type Server } from "node:http";

/** `/readyz` on a listener of its own, on loopback: whether the store answers. Nothing here is for users. */
export function createOperations(ping: () => Promise<void>): Server {
	return createServer({ requestTimeout: 5000, headersTimeout: 5000 }, async (request, response) => {
		const answer = (status: number, body: object) =>
			response
				.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
				.end(JSON.stringify(body));
		if (request.method !== "GET" || request.url !== "/readyz") return answer(404, { status: "not_found" });
		try {
			await ping();
			answer(200, { status: "ok" });
		} catch {
			answer(503, { status: "store_unavailable" });
		}
	});
}
