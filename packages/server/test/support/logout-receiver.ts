/** The side of an application that hears of a logout (OpenID Connect Back-Channel Logout 1.0). */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface LogoutReceiver {
	/** Where it listens. */
	url: string;
	/** What it got, in order. */
	got: string[];
	/** Resolves with the next token. */
	next(): Promise<string>;
	stop(): void;
}

export async function startLogoutReceiver(
	answer: (response: ServerResponse) => void = (response) => void response.writeHead(200).end(),
): Promise<LogoutReceiver> {
	const got: string[] = [];
	const waiting: Array<(token: string) => void> = [];
	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const token = new URLSearchParams(body).get("logout_token") ?? "";
			const resolve = waiting.shift();
			if (resolve === undefined) got.push(token);
			else resolve(token);
			answer(response);
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`,
		got,
		next: () => {
			const first = got.shift();
			return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
		},
		stop() {
			server.close();
			server.closeAllConnections();
		},
	};
}
