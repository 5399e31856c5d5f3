/** The same API on each framework that @sallyport/verify has an adapter for. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import * as forExpress from "../../../verify/src/express.ts";
import * as forFastify from "../../../verify/src/fastify.ts";
import * as forFetch from "../../../verify/src/fetch.ts";
import type { Demand, Principal, Verifier } from "../../../verify/src/index.ts";

export interface RunningApi {
	url: string;
	stop(): Promise<unknown>;
}

const said = (principal: Principal) => `${principal.kind} ${principal.userId}`;

/** An API that answers GET and POST /insights with what it knows of its caller, by the words of the README of verify. */
export const stacks: Record<string, (verifier: Verifier, demand?: Demand) => Promise<RunningApi>> = {
	async fastify(verifier, demand) {
		const app = fastify();
		app.addHook("onRequest", forFastify.protect(verifier, demand));
		app.get("/insights", async (request) => said(forFastify.principalOf(request)));
		app.post("/insights", async (request) => said(forFastify.principalOf(request)));
		return { url: await app.listen({ port: 0, host: "127.0.0.1" }), stop: () => app.close() };
	},
	async express(verifier, demand) {
		const app = express();
		app.use(forExpress.protect(verifier, demand));
		app.all("/insights", (request, response) => {
			response.send(said(forExpress.principalOf(request)));
		});
		return listen(app);
	},
	async hono(verifier, demand) {
		const app = new Hono();
		app.use("*", forFetch.protectHono(verifier, demand));
		app.all("/insights", (context) => context.text(said(forFetch.principalOf(context.req.raw))));
		return listen(bridge((request) => app.fetch(request)));
	},
	fetch(verifier, demand) {
		const insights = (request: Request) => new Response(said(forFetch.principalOf(request)));
		return listen(bridge(forFetch.protect(verifier, insights, demand)));
	},
};

async function listen(handler: RequestListener): Promise<RunningApi> {
	const server = createServer(handler);
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Node's server for a handler of the web. */
export function bridge(handle: (request: Request) => Response | Promise<Response>): RequestListener {
	const headersOf = ({ rawHeaders }: IncomingMessage) => {
		const headers = new Headers();
		for (let at = 0; at < rawHeaders.length; at += 2)
			headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
		return headers;
	};
	return async (request, response) => {
		const { method = "GET" } = request;
		const answer = await handle(
			new Request(`http://localhost${request.url}`, { method, headers: headersOf(request) }),
		);
		response.writeHead(answer.status, [...answer.headers].flat());
		response.end(await answer.text());
	};
}
