import type { Server } from "node:http";
import { type AddressInfo, createServer } from "node:net";

/**
 * `localhost` is two addresses, of which a server listens on one and a proxy may use either. Listens on the other one too,
 * where the machine has it. Returns a function that closes it with its connections.
 */
export async function listenOnOtherLoopback(server: Server): Promise<() => Promise<void>> {
	const { address, port } = server.address() as AddressInfo;
	const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
		server.emit("connection", socket);
	});
	await new Promise((resolve) => {
		other.once("listening", resolve).once("error", resolve);
		other.listen(port, address === "::1" ? "127.0.0.1" : "::1");
	});
	return () => new Promise((resolve) => other.close(() => resolve()));
}
