/** The limit of a check: node:http with an answer as long as ours, and nothing to find out. */
import { createServer } from "node:http";

const body = JSON.stringify({
	id: "519f335c-4e57-45ee-a84f-8fc10d3dbfd3",
	username: "ada",
	displayName: "ada",
	role: "user",
	session: {
		id: "0b0f7cb4-6f7c-4d53-9d3f-1f5f0a5d3c55",
		kind: "cookie",
		createdAt: "2026-01-01T00:00:00.000Z",
		authenticatedAt: "2026-01-01T00:00:00.000Z",
		lastSeenAt: "2026-01-01T00:00:00.000Z",
		expiresAt: "2026-01-01T12:00:00.000Z",
		idleExpiresAt: "2026-01-01T01:00:00.000Z",
	},
});

createServer((_request, response) => {
	response.setHeader("content-type", "application/json; charset=utf-8");
	response.setHeader("content-length", Buffer.byteLength(body));
	response.setHeader("cache-control", "no-store");
	response.end(body);
}).listen(Number(process.env.PORT), "127.0.0.1");
