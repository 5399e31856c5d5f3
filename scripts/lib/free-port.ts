import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, one of which could take the port before it is used. */
const LEAST = 15_000;
const MOST = 32_000;

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(LEAST, MOST);
		const server = createServer();
		try {
			server.listen(port, "127.0.0.1");
			await once(server, "listening");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
			throw error;
		}
		server.close();
		await once(server, "close");
		return port;
	}
}
