import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Config } from "../../platform/config/config.ts";
import { foldAddress } from "../../platform/http/client-address.ts";
import { limitConnections } from "../../platform/http/connections.ts";
import { createServer } from "../../platform/http/node-http.ts";
import { createOneAtATime } from "../../platform/http/one-at-a-time.ts";
import { isSameSecret } from "../../platform/lib/hash.ts";
import { isLoopbackAddress } from "../../platform/lib/is-loopback.ts";
import { isAddressHost, isLoopbackHost } from "./loopback-host.ts";
import type { Readiness } from "./readiness.ts";

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
 * A listener of its own, for operators only: `/readyz` says whether this instance is fit for requests, `/metrics` how it
 * fares, to those with the metrics token if there is one, `/requests/{id}` how a traced request arrived, on loopback only.
 */
export function createOperationsListener(dependencies: {
	config: Pick<Config, "operationsHost" | "metricsToken">;
	readiness: () => Promise<Readiness>;
	/** All metrics, with the media type of their text. */
	scrape: () => Promise<{ contentType: string; text: string }>;
	/** How a request of `sallyport doctor` arrived; null when this instance has not seen it. */
	findTraced: (requestId: string) => object | null;
	log: { error(detail: object, message: string): void };
}): Server {
	const { readiness, scrape, findTraced, log } = dependencies;
	const { operationsHost, metricsToken } = dependencies.config;
	const isOnLoopback = isLoopbackAddress(operationsHost);

	/** Never without a token in the settings. */
	function hasToken({ headers }: IncomingMessage): boolean {
		const given = /^Bearer +([^ ]+)$/i.exec(headers.authorization ?? "")?.[1];
		return metricsToken !== null && given !== undefined && isSameSecret(given, metricsToken);
	}

	async function answer(request: IncomingMessage): Promise<Answer> {
		const { method, url = "", socket } = request;
		if (method !== "GET" && method !== "HEAD")
			return { status: 405, headers: { allow: "GET, HEAD" }, body: { status: "method_not_allowed" } };
		const path = url.split("?", 1)[0] ?? "";
		if (path === "/readyz") {
			const found = await readiness();
			return { status: found.status === "ok" ? 200 : 503, body: found };
		}
		if (path === "/metrics") {
			if (metricsToken !== null && !hasToken(request)) return UNAUTHORIZED;
			const { contentType, text } = await scrape();
			return { status: 200, headers: { "content-type": contentType }, body: text };
		}
		const isNear = isLoopbackAddress(foldAddress(socket.remoteAddress ?? ""));
		const traced = isNear ? findTraced(/^\/requests\/([\w-]{1,64})$/.exec(path)?.[1] ?? "") : null;
		return traced === null ? { status: 404, body: { status: "not_found" } } : { status: 200, body: traced };
	}

	/** null except for a browser that calls for a page elsewhere: by a name that is not of this machine, or as it says. */
	function refusal(request: IncomingMessage): Answer | null {
		const { host, "sec-fetch-site": site } = request.headers;
		// No page elsewhere knows the token.
		const isOwn = isLoopbackHost(host) || (!isOnLoopback && (isAddressHost(host) || hasToken(request)));
		if (!isOwn) return { status: 421, body: { status: "misdirected_request" } };
		const elsewhere = site !== undefined && site !== "none" && site !== "same-origin";
		return elsewhere ? { status: 403, body: { status: "forbidden" } } : null;
	}

	function unexpected(err: unknown): Answer {
		log.error({ err }, "the operations listener failed");
		return { status: 500, body: { status: "internal_error" } };
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

const UNAUTHORIZED: Answer = {
	status: 401,
	headers: { "www-authenticate": "Bearer" },
	body: { status: "unauthorized" },
};
