/** A reverse proxy that reads whole requests and responses and may change both; over TLS with a certificate. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Header names in lower case; several values only for Set-Cookie. */
export type WireHeaders = Record<string, string | string[] | undefined>;

export interface PassedRequest {
	method: string;
	path: string;
	headers: WireHeaders;
	body: Buffer;
}

export interface PassedResponse {
	status: number;
	headers: WireHeaders;
	body: string;
}

export interface Tampering {
	call?: (call: PassedRequest) => void;
	response?: (response: PassedResponse, call: PassedRequest) => void;
}

export interface TamperingProxy {
	url: string;
	/** The port it forwards to. */
	target: number;
	/** Changes nothing unless set. */
	tampering: Tampering;
	stop(): Promise<void>;
}

/** Not by `buffer` of node:stream/consumers, which makes a Blob first and takes longer than the rest of the proxy. */
const wholeOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray());

export async function startTamperingProxy(
	prefix = "",
	certificate?: { key: string; cert: string },
): Promise<TamperingProxy> {
	const limits = { maxHeaderSize: 1_048_576, keepAliveTimeout: 60_000 };
	const listener = (call: IncomingMessage, response: ServerResponse) => void pass(call, response);
	const server =
		certificate === undefined
			? createServer(limits, listener)
			: createTlsServer({ ...limits, ...certificate }, listener);

	async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const { method = "", url = "" } = incoming;
		const call = { method, path: url, headers: { ...incoming.headers }, body: await wholeOf(incoming) };
		proxy.tampering.call?.(call);
		const { headers } = call;
		const onward = request({ host: "127.0.0.1", port: proxy.target, method, path: call.path, headers });
		onward.end(call.body);
		try {
			const [received] = (await once(onward, "response")) as [IncomingMessage];
			const response: PassedResponse = {
				status: received.statusCode ?? 502,
				headers: { ...received.headers },
				body: (await wholeOf(received)).toString(),
			};
			proxy.tampering.response?.(response, call);
			delete response.headers["transfer-encoding"];
			if (response.headers["content-length"] !== undefined)
				response.headers["content-length"] = String(Buffer.byteLength(response.body));
			outgoing.writeHead(response.status, response.headers).end(response.body);
		} catch {
			outgoing.writeHead(502).end();
		}
	}

	await once(server.listen(0, "127.0.0.1"), "listening");
	const scheme = certificate === undefined ? "http" : "https";
	const proxy: TamperingProxy = {
		url: `${scheme}://localhost:${(server.address() as AddressInfo).port}${prefix}`,
		target: 0,
		tampering: {},
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return proxy;
}
