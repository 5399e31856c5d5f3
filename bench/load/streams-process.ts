/** Connections that send all they have at once, and read what comes or nothing. */
import { connect, type Socket } from "node:net";

export interface Stream {
	port: number;
	connections: number;
	/** One request, and how many of it each connection sends at once. */
	request: string;
	times: number;
	reads: boolean;
}

let sockets: Socket[] = [];

/** Each connection attacks once; a client that is cut off does not come back. */
export async function begin({ port, connections, request, times, reads }: Stream): Promise<void> {
	const bytes = request.repeat(times);
	sockets = Array.from({ length: connections }, () => {
		const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
		socket.on("error", () => {});
		return reads ? socket.resume() : socket.pause();
	});
}

export async function end(): Promise<void> {
	for (const socket of sockets) socket.destroy();
}
