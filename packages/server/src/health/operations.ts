import type { Server } from "node:http";
import { createServer } from "../http/node-http.ts";

interface OperationsDependencies {
	/** Rejects when the store does not answer. */
	ping: () => Promise<void>;
	/** How a request of `sallyport doctor` arrived; null when this instance has not seen it. */
	findTraced: (requestId: string) => object | null;
}

/**
 * A listener of its own, on loopback, for operators only: `/readyz` says whether the store answers, `/requests/{id}`
 * how a traced request arrived.
 */
export function createOperations({ ping, findTraced }: OperationsDependencies): Server {
	return createServer({ requestTimeout: 5000, headersTimeout: 5000 }, async (request, response) => {
		const answer = (status: number, body: object) =>
			response
				.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
				.end(JSON.stringify(body));
		if (request.method !== "GET") return answer(404, { status: "not_found" });
		const requestId = /^\/requests\/([\w-]{1,64})$/.exec(request.url ?? "")?.[1];
		if (requestId !== undefined) {
			const found = findTraced(requestId);
			return found === null ? answer(404, { status: "not_found" }) : answer(200, found);
		}
		if (request.url !== "/readyz") return answer(404, { status: "not_found" });
		try {
			await ping();
			answer(200, { status: "ok" });
		} catch {
			answer(503, { status: "store_unavailable" });
		}
	});
}
