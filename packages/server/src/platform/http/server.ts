import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import Fastify, {
	type FastifyBaseLogger,
	type FastifyHttpOptions,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from "fastify";
import type { Config } from "../config/config.ts";
import { LoginError } from "../errors.ts";
import { newRequestId } from "../lib/random.ts";
import { rememberAddress } from "./client-address.ts";
import { type ConnectionLimits, type ConnectionRefusal, limitConnections } from "./connections.ts";
import { createCors } from "./cors.ts";
import { createErrorHandler, createStreamWatch, type ErrorHandlerDependencies } from "./error-handler.ts";
import type { SecurityHeaders } from "./headers.ts";
import { parseJsonBody } from "./json-body.ts";
import { lazySchemas } from "./lazy-schemas.ts";
import * as http from "./node-http.ts";
import { createOneAtATime } from "./one-at-a-time.ts";
import { createRawResponses, type RawResponses } from "./raw-responses.ts";
import { createResponseReport, type ReportedResponse } from "./response-report.ts";
import { spreadOverTurns } from "./spread-over-turns.ts";
import { createUnmatched, type Hiding } from "./unmatched.ts";
import { type SchemaTypes, validation } from "./validate.ts";
import { createOriginWarning } from "./warn-of-origin.ts";

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, SchemaTypes>;

/** Answers a request: for a route that a feature leaves to another one. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** What a route may say in its `config`. Its `bodyLimit` is Fastify's own, and a parser is that of its scope. */
interface RouteConfig extends Hiding {
	/** Bytes, where it takes longer ones than the setting says. */
	urlLimit?: number;
}

interface ServerDependencies extends Omit<ErrorHandlerDependencies, "baseUrl" | "refused" | "log"> {
	config: Config;
	log: Record<"warn" | "error", (detail: object, message: string) => void>;
	headers: SecurityHeaders;
	/** Called for every response and every refused connection. */
	observer: {
		responded?: (responded: ReportedResponse) => void;
		connectionRefused?: (reason: ConnectionRefusal) => void;
	};
}

/** An HTTP server without routes: the limits, headers and error responses that all routes share. */
export function createServer(dependencies: ServerDependencies): App {
	const { config, headers, log, observer } = dependencies;
	const { responded = () => {}, connectionRefused = () => {} } = observer;
	const raw = createRawResponses(headers.forData);
	const unmatched = createUnmatched(createOriginWarning(log));
	const cors = createCors(config.allowedOrigins, config.credentialOrigins);

	const options: FastifyHttpOptions<Server> = {
		bodyLimit: config.bodyLimit,
		serverFactory: (handle) => createBareServer(handle, config, raw, { refused: connectionRefused, log }),
		// No proxy, unless the operator named it (ASVS 4.1.3).
		trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
		genReqId: newRequestId,
		requestIdHeader: false,
		...validation,
		schemaController: { compilersFactory: lazySchemas },
		clientErrorHandler: raw.onClientError,
		forceCloseConnections: "idle",
		return503OnClosing: false,
		// The limit of the URL is enough: the router would answer a long parameter before a route can say that it is hidden.
		routerOptions: {
			caseSensitive: true,
			ignoreTrailingSlash: false,
			maxParamLength: Number.MAX_SAFE_INTEGER,
		},
		frameworkErrors: (error, request, reply) => {
			reply.headers({ ...headers.forData, "x-request-id": request.id });
			void respondWithError(error, request, reply);
		},
	};
	const app: App = Fastify(options).withTypeProvider<SchemaTypes>();

	const { refused, onSend } = createResponseReport(responded);
	const { baseUrl } = config;
	const respondWithError = createErrorHandler({ ...dependencies, baseUrl, refused });
	app.setErrorHandler(respondWithError);
	app.setNotFoundHandler(unmatched.respond);
	app.addHook("onRoute", unmatched.remember);
	app.addHook("onSend", onSend);
	app.addHook("onSend", createStreamWatch(log));
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) =>
		parseJsonBody(body),
	);

	app.addHook("onRequest", (request, reply, done) => {
		reply.headers(headers.forData).headers(cors(request.headers)).header("x-request-id", request.id);
		const length = request.raw.url?.length ?? 0;
		// Only then: Fastify makes the options of a route anew each time they are read.
		if (length > config.urlLimit && length > ownUrlLimit(request)) throw new LoginError("uri_too_long");
		refuseRepeated(request.raw);
		// Before a body is read: where there is no operation, the body does not matter.
		if (request.is404) unmatched.respond(request, reply);
		else done();
	});
	return app;
}

/** Of the route, in bytes; a hidden one has none, as where there is no route. */
function ownUrlLimit(request: FastifyRequest): number {
	const { urlLimit = 0, isHiddenFrom } = request.routeOptions.config as RouteConfig;
	return isHiddenFrom?.(request) ? 0 : urlLimit;
}

/** The server below Fastify, with the limits of connections. */
function createBareServer(
	handle: RequestListener,
	config: Config,
	raw: RawResponses,
	{ refused, log }: Pick<ConnectionLimits, "refused" | "log">,
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
		// Checked below, so that the error response has our headers.
		requireHostHeader: false,
	};
	const server = http.createServer(options, oneAtATime(spreadOverTurns(handle)));
	server.on("checkExpectation", oneAtATime(raw.refuseExpectation));
	server.on("connection", rememberAddress);
	const silence = 2 * Math.max(requestTimeout, headerTimeout, writeTimeout, hashDeadline);
	limitConnections(server, { connections: config.connections, writeTimeout, silence, refused, log });
	return server;
}

/**
 * Node takes the first Host or Authorization and drops the rest; a proxy may have used another one (RFC 9112 section 3.2;
 * RFC 6750 section 2).
 */
function refuseRepeated({ rawHeaders, httpVersion }: IncomingMessage): void {
	let hosts = 0;
	let credentials = 0;
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index] ?? "";
		if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
		else if (name.length === 13 && name.toLowerCase() === "authorization") credentials += 1;
	}
	if (hosts > 1 || (hosts === 0 && httpVersion === "1.1") || credentials > 1)
		throw new LoginError("bad_request");
}
