import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Answer {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Request {
	method?: "GET" | "POST";
	path: string;
	headers?: Record<string, string>;
	/** Sent as JSON. */
	json?: unknown;
}

export interface Connection {
	/** Rejects when the connection breaks. */
	send(request: Request): Promise<Answer>;
	/** Hangs up, also on requests under way. */
	close(): void;
}

/** Milliseconds without a sign of life, above every limit of the service: what hangs is a finding, not an endless run. */
const PATIENCE = 20_000;

/**
 * A client of 127.0.0.1 that keeps its connections: one after the other through one, or through up to `sockets`. Bare
 * node:http, which costs the machine that is measured less than fetch. `from`: its own address, another of 127.0.0.0/8.
 */
export function createConnection(port: number, sockets = 1, from?: string): Connection {
	const agent = new Agent({ keepAlive: true, maxSockets: sockets });
	return {
		send({ method = "GET", path, headers = {}, json }) {
			const content = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
			const described =
				content === undefined
					? headers
					: { ...headers, "content-type": "application/json", "content-length": String(content.length) };
			return new Promise((resolve, reject) => {
				const sent = request(
					{
						agent,
						host: "127.0.0.1",
						...(from === undefined ? {} : { localAddress: from }),
						port,
						method,
						path,
						headers: described,
						timeout: PATIENCE,
					},
					(response) => {
						let body = "";
						response.setEncoding("utf8");
						response.on("data", (part: string) => {
							body += part;
						});
						response.on("end", () =>
							resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
						);
						response.on("error", reject);
					},
				);
				sent.on("timeout", () => sent.destroy(new Error(`no answer within ${PATIENCE} ms`)));
				sent.on("error", reject);
				sent.end(content);
			});
		},
		close: () => agent.destroy(),
	};
}
