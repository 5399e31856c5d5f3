/** Takes the one logout token that a check waits for, on this machine's loopback. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

export interface Told {
	type: string;
	body: string;
}

/** Milliseconds; a service that may reach it does so at once. */
const PATIENCE = 10_000;
const MOST_BYTES = 65_536;

export async function startReceiver() {
	let tell: (told: Told) => void = () => {};
	const arrived = new Promise<Told>((resolve) => {
		tell = resolve;
	});
	const server = createServer((request, response) => {
		let body = "";
		request.setEncoding("utf8").on("data", (part: string) => {
			if (body.length < MOST_BYTES) body += part;
		});
		request.on("end", () => {
			response.writeHead(200, { "cache-control": "no-store" }).end();
			if (request.method === "POST") tell({ type: request.headers["content-type"] ?? "", body });
		});
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/backchannel-logout`,
		/** null: nothing came in time. */
		next: () => Promise.race([arrived, setTimeout(PATIENCE, null, { ref: false })]),
		async stop(): Promise<void> {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
