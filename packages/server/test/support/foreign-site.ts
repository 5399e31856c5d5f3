import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ForeignSite {
	/** One server, two names: to a page of http://localhost, one is another site, the other only another origin. */
	origins: { name: string; origin: string }[];
	stop(): Promise<void>;
}

/** Another web site, which serves an empty page at every path and forbids its scripts nothing. */
export async function startForeignSite(): Promise<ForeignSite> {
	const server = createServer((_request, response) => {
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
		response.end("<!doctype html><title>A foreign site</title><link rel=icon href=/icon><body>");
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		origins: [
			{ name: "another site", origin: `http://127.0.0.1:${port}` },
			{ name: "another port of the same host", origin: `http://localhost:${port}` },
		],
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}
