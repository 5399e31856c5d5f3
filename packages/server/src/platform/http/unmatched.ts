import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { LoginError } from "../errors.ts";
import { preflightHeaders } from "./cors.ts";

/** What a route may say in its `config`. */
export interface Hiding {
	/** Whether its address does not exist for this client; the route itself then responds not_found. */
	isHiddenFrom?: (request: FastifyRequest) => boolean;
}

/**
 * Responds where no route matched: 405 with Allow where the address exists, 404 where it does not, and OPTIONS. The router
 * reports the addresses, so no list of them can go stale.
 */
export function createUnmatched(preflightRefused: (headers: IncomingHttpHeaders) => void) {
	const routesByAddress = new Map<string, RouteOptions[]>();
	return {
		remember(route: RouteOptions): void {
			const routes = routesByAddress.get(route.url) ?? [];
			routesByAddress.set(route.url, [...routes, route]);
		},
		respond(request: FastifyRequest, reply: FastifyReply): void {
			const path = request.raw.url?.split("?")[0] ?? "";
			const methods = allowed(routesByAddress, path, request);
			// A route matched, such as that of the assets, but found nothing.
			if (methods.length === 0 || methods.includes(request.method)) throw new LoginError("not_found");
			reply.header("allow", [...methods, "OPTIONS"].join(", "));
			if (request.method !== "OPTIONS") throw new LoginError("method_not_allowed");
			if (reply.getHeader("access-control-allow-origin") !== undefined)
				reply.headers(preflightHeaders(methods));
			else preflightRefused(request.headers);
			reply.code(204).send();
		},
	};
}

function allowed(
	routesByAddress: Map<string, RouteOptions[]>,
	path: string,
	request: FastifyRequest,
): string[] {
	const found = new Set<string>();
	// Once: it may have thousands.
	const parts = path.split("/");
	for (const [address, routes] of routesByAddress) {
		if (!matches(address.split("/"), parts)) continue;
		for (const { method, config } of routes) {
			// Methods would tell that there is something.
			if ((config as Hiding | undefined)?.isHiddenFrom?.(request)) continue;
			for (const each of [method].flat()) found.add(each.toUpperCase());
		}
	}
	return [...found].sort();
}

function matches(address: string[], path: string[]): boolean {
	if (address.at(-1) === "*")
		return path.length >= address.length && matches(address.slice(0, -1), path.slice(0, address.length - 1));
	return (
		address.length === path.length &&
		address.every((part, index) => (part.startsWith(":") ? path[index] !== "" : part === path[index]))
	);
}
