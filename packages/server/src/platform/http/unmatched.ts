import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { LoginError } from "../errors.ts";
import { preflightHeaders } from "./cors.ts";

/**
 * Responds where no route matched: 405 with Allow where the address exists, 404 where it does not, and OPTIONS. The router
 * reports the addresses, so no list of them can go stale.
 */
export function createUnmatched(preflightRefused: (headers: IncomingHttpHeaders) => void) {
	const methodsByAddress = new Map<string, Set<string>>();
	return {
		remember(route: RouteOptions): void {
			const methods = methodsByAddress.get(route.url) ?? new Set();
			for (const method of [route.method].flat()) methods.add(method.toUpperCase());
			methodsByAddress.set(route.url, methods);
		},
		respond(request: FastifyRequest, reply: FastifyReply): void {
			const path = request.raw.url?.split("?")[0] ?? "";
			const methods = allowed(methodsByAddress, path);
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

function allowed(methodsByAddress: Map<string, Set<string>>, path: string): string[] {
	const found = new Set<string>();
	for (const [address, methods] of methodsByAddress) {
		if (!matches(address.split("/"), path.split("/"))) continue;
		for (const method of methods) found.add(method);
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
