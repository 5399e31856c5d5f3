/** A server that does nothing: what an answer takes on this machine at that moment, whatever is asked. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
const listening = once(server, "listening");

export async function listen(): Promise<number> {
	await listening;
	return (server.address() as AddressInfo).port;
}
