import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type Headers = Record<string, string>;

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Request {
	method?: "GET" | "POST";
	path: string;
	headers?: Headers;
	/** Sent as JSON. */
	json?: unknown;
}

export type Connection = ReturnType<typeof createConnection>;

/** Milliseconds without a sign of life, above every limit of the service. */
const PATIENCE = 20_000;

/** A client of 127.0.0.1 that keeps up to `sockets` connections. Bare node:http costs the machine less than fetch. */
export function createConnection(port: number, sockets = 1) {
	const agent = new Agent({ keepAlive: true, maxSockets: sockets });
	const shared = { agent, host: "127.0.0.1", port, timeout: PATIENCE };
	return {
		/** Rejects when the connection breaks. */
		send({ method = "GET", path, headers = {}, json }: Request): Promise<Answer> {
			const content = json === undefined ? "" : Buffer.from(JSON.stringify(json));
			const about = { "content-type": "application/json", "content-length": String(content.length) };
			const described = json === undefined ? headers : { ...headers, ...about };
			const { promise, resolve, reject } = Promise.withResolvers<Answer>();
			const sent = request({ ...shared, method, path, headers: described }, (response) => {
				let body = "";
				response.setEncoding("utf8").on("data", (part: string) => {
					body += part;
				});
				const { statusCode: status = 0, headers: answered } = response;
				response.on("end", () => resolve({ status, headers: answered, body })).on("error", reject);
			});
			sent.on("timeout", () => sent.destroy(new Error(`no answer within ${PATIENCE} ms`)));
			sent.on("error", reject).end(content);
			return promise;
		},
		/** Hangs up, also on requests under way. */
		[Symbol.dispose]: () => agent.destroy(),
	};
}
