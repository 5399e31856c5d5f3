/** The plainest load balancer: one after the other, a connection of its own for each request, and on to the next if that is refused. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface RoundRobin {
	baseUrl: string;
	/** Requests that were sent to an instance and never answered: by method, path and what happened. */
	lost: string[];
	/** How many each instance has answered, in the order given. */
	answered: number[];
	/** Gets no more requests. */
	leaveOut(instance: number): void;
	/** Hangs up on everybody. */
	stop(): Promise<void>;
}

export interface RoundRobinOptions {
	addresses: readonly string[];
	/** Any free one unless given. */
	port?: number;
}

export async function startRoundRobin({ addresses, port = 0 }: RoundRobinOptions): Promise<RoundRobin> {
	const lost: string[] = [];
	const answered = addresses.map(() => 0);
	const leftOut = new Set<number>();
	let turn = 0;

	/** null when the connection was refused, before anything was sent. */
	function ask(instance: number, call: IncomingMessage, body: Buffer): Promise<IncomingMessage | null> {
		const { hostname, port: of } = new URL(addresses[instance] ?? "");
		const { method, url: path, headers } = call;
		const sent = request({ host: hostname, port: of, method, path, headers, agent: false });
		sent.end(body);
		return new Promise((resolve, reject) => {
			sent.on("response", resolve);
			sent.on("error", (error: NodeJS.ErrnoException) =>
				error.code === "ECONNREFUSED" ? resolve(null) : reject(error),
			);
		});
	}

	const server = createServer(async (call, answer) => {
		const { method, url } = call;
		try {
			const body = await buffer(call);
			for (let attempt = 0; attempt < addresses.length; attempt += 1) {
				turn = (turn + 1) % addresses.length;
				const instance = turn;
				const from = leftOut.has(instance) ? null : await ask(instance, call, body);
				if (from === null) continue;
				const text = await buffer(from);
				answered[instance] = (answered[instance] ?? 0) + 1;
				const headers = { ...from.headers };
				for (const name of ["connection", "keep-alive", "transfer-encoding"]) delete headers[name];
				answer.writeHead(from.statusCode ?? 502, headers).end(text);
				return;
			}
			throw new Error("no instance listens");
		} catch (error) {
			lost.push(`${method} ${url}: ${String(error)}`);
			// As if it had gone through: the client must not know what came of it.
			answer.destroy();
		}
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://localhost:${(server.address() as AddressInfo).port}`,
		lost,
		answered,
		leaveOut: (instance) => leftOut.add(instance),
		async stop() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
