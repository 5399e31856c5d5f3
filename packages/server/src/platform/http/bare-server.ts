import type { RequestListener, Server } from "node:http";
import type { Config } from "../config/config.ts";
import { rememberAddress } from "./client-address.ts";
import { type ConnectionLimits, limitConnections } from "./connections.ts";
import { createServer } from "./node-http.ts";
import { createOneAtATime } from "./one-at-a-time.ts";
import type { RawResponses } from "./raw-responses.ts";
import { spreadOverTurns } from "./spread-over-turns.ts";

interface BareServerOptions extends Pick<ConnectionLimits, "refused" | "log"> {
	config: Config;
	raw: RawResponses;
}

/** The server below Fastify, with the limits of connections. */
export function createBareServer(
	handle: RequestListener,
	{ config, raw, refused, log }: BareServerOptions,
): Server {
	const { requestTimeout, headerTimeout, writeTimeout, hashDeadline } = config;
	const oneAtATime = createOneAtATime({
		requestsPerConnection: config.connectionRequests,
		refusing: () => refused("pipelining"),
	});
	const options = {
		requestTimeout,
		keepAliveTimeout: config.keepAlive,
		maxHeaderSize: config.headerLimit,
		headersTimeout: headerTimeout,
		connectionsCheckingInterval: 500,
		// Checked by server.ts, so that the error response has our headers.
		requireHostHeader: false,
	};
	const server = createServer(options, oneAtATime(spreadOverTurns(handle)));
	server.on("checkExpectation", oneAtATime(raw.refuseExpectation));
	server.on("connection", rememberAddress);
	limitConnections(server, {
		connections: config.connections,
		writeTimeout,
		silence: 2 * Math.max(requestTimeout, headerTimeout, writeTimeout, hashDeadline),
		refused,
		log,
	});
	return server;
}
