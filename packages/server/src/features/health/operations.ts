import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { limitConnections } from "../../platform/http/connections.ts";
import { createServer } from "../../platform/http/node-http.ts";
import { createOneAtATime } from "../../platform/http/one-at-a-time.ts";
import { isLoopbackHost } from "./loopback-host.ts";
import type { Readiness } from "./readiness.ts";

interface OperationsDependencies {
	readiness: () => Promise<Readiness>;
	/** All metrics, with the media type of their text. */
	scrape: () => Promise<{ contentType: string; text: string }>;
	/** How a request of `sallyport doctor` arrived; null when this instance has not seen it. */
	findTraced: (requestId: string) => object | null;
	log: { error(detail: object, message: string): void };
}

interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: object | string;
}

/** No page may read or embed this, wherever it comes from; there is no CORS. */
const always = {
	"content-type": "application/json; charset=utf-8",
	"cache-control": "no-store",
	"x-content-type-options": "nosniff",
	"cross-origin-resource-policy": "same-origin",
};

/**
 * A listener of its own, on loopback, for operators only: `/readyz` says whether this instance is fit for requests,
 * `/metrics` how it fares, `/requests/{id}` how a traced request arrived.
 */
export function createOperationsListener(dependencies: OperationsDependencies): Server {
	const { readiness, scrape, findTraced, log } = dependencies;
	async function answer({ method, url = "" }: IncomingMessage): Promise<Answer> {
		if (method !== "GET" && method !== "HEAD")
			return { status: 405, headers: { allow: "GET, HEAD" }, body: { status: "method_not_allowed" } };
		const path = url.split("?", 1)[0] ?? "";
		if (path === "/readyz") {
			const found = await readiness();
			return { status: found.status === "ok" ? 200 : 503, body: found };
		}
		if (path === "/metrics") {
			const { contentType, text } = await scrape();
			return { status: 200, headers: { "content-type": contentType }, body: text };
		}
		const traced = findTraced(/^\/requests\/([\w-]{1,64})$/.exec(path)?.[1] ?? "");
		return traced === null ? { status: 404, body: { status: "not_found" } } : { status: 200, body: traced };
	}

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { status, headers, body } = refusal(request) ?? (await answer(request).catch(unexpected));
		const written = typeof body === "string" ? body : JSON.stringify(body);
		response
			.writeHead(status, { ...always, ...headers, "content-length": Buffer.byteLength(written) })
			.end(written);
	}
	const oneAtATime = createOneAtATime({ requestsPerConnection: 1000, refusing: () => {} });
	const server = createServer({ requestTimeout: 5000, headersTimeout: 5000 }, oneAtATime(respond));
	const limits = { connections: 50, writeTimeout: 10_000, silence: 60_000 };
	limitConnections(server, { ...limits, refused: () => {}, log });
	return server;
}

const unexpected = (): Answer => ({ status: 500, body: { status: "internal_error" } });

/** null except for a browser that calls for a page elsewhere: by a name that is not of this machine, or as it says. */
function refusal({ headers }: IncomingMessage): Answer | null {
	if (!isLoopbackHost(headers.host)) return { status: 421, body: { status: "misdirected_request" } };
	const site = headers["sec-fetch-site"];
	const elsewhere = site !== undefined && site !== "none" && site !== "same-origin";
	return elsewhere ? { status: 403, body: { status: "forbidden" } } : null;
}
