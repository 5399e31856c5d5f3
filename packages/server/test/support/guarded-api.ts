import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt } from "jose";

export interface GuardedApi {
	origin: string;
	/** What came, in its order. */
	requests: Array<{ method: string; path: string; headers: IncomingMessage["headers"]; body: string }>;
	stop(): Promise<void>;
}

/** An API on another origin than the service; `answer` says what it makes of a request. */
export async function startApi(
	answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
		response.end("here you are");
	},
): Promise<GuardedApi> {
	const requests: GuardedApi["requests"] = [];
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		requests.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
		answer(request, response);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Takes tokens that live by its own clock (ms), and refuses the rest as any resource server does (RFC 6750). */
export function takesTokens(clock: () => number): Parameters<typeof startApi>[0] {
	return ({ headers }, response) => {
		const { exp = 0 } = decodeJwt(headers.authorization?.slice(7) ?? "");
		if (exp * 1000 > clock()) return response.end("here you are");
		response.writeHead(401, { "www-authenticate": 'Bearer realm="api", error="invalid_token"' }).end();
	};
}
