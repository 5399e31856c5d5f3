/** A hop between a gateway and the service: passes everything on as it is, and keeps what it saw. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Seen {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export interface RecordingHop {
	port: number;
	seen: Seen[];
	stop(): Promise<void>;
}

export async function startRecordingHop(target: number): Promise<RecordingHop> {
	const seen: Seen[] = [];
	const server = createServer({ maxHeaderSize: 1_048_576 }, async (call, answer) => {
		const { method = "", url = "", headers } = call;
		const body = await buffer(call);
		seen.push({ method, url, headers, body });
		const onward = request(
			{ host: "127.0.0.1", port: target, method, path: url, headers: call.rawHeaders },
			(answered) => {
				answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
				answered.pipe(answer);
			},
		);
		onward.on("error", () => answer.destroy());
		onward.end(body);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		port: (server.address() as AddressInfo).port,
		seen,
		async stop() {
			if (!server.listening) return;
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
