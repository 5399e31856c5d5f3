/** A reverse proxy that does what a test wants of it, well or badly. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReverseProxy {
	url: string;
	/** Where it passes calls on to. */
	target: number;
	/** What it makes of the headers of a call. */
	forward: (headers: IncomingHttpHeaders) => OutgoingHttpHeaders;
	/** What it makes of the headers of an answer. */
	answer: (headers: IncomingHttpHeaders) => OutgoingHttpHeaders;
	stop(): Promise<void>;
}

export async function startProxy(): Promise<ReverseProxy> {
	const server = createServer((call, answer) => {
		const onward = request(
			{
				host: "127.0.0.1",
				port: proxy.target,
				method: call.method,
				path: call.url,
				headers: proxy.forward(call.headers),
			},
			(answered) => {
				answer.writeHead(answered.statusCode ?? 502, proxy.answer(answered.headers));
				answered.pipe(answer);
			},
		);
		onward.on("error", () => answer.writeHead(502).end());
		call.pipe(onward);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const proxy: ReverseProxy = {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		target: 0,
		forward: (headers) => headers,
		answer: (headers) => headers,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return proxy;
}
