import type { FastifyReply, FastifyRequest } from "fastify";
import { LoginError } from "../errors.ts";

/** Names the state of a resource (RFC 9110 section 8.8.3). */
export function tagged<Resource extends { version: number }>(
	reply: FastifyReply,
	resource: Resource,
): Resource {
	reply.header("etag", `"v${resource.version}"`);
	return resource;
}

/** The version that If-Match asks for; undefined: any. Throws precondition_failed for one that was never given out. */
export function wantedVersion({ headers }: FastifyRequest): number | undefined {
	const match = headers["if-match"];
	if (match === undefined || match === "*") return undefined;
	const [, version] = /^"v([0-9]{1,15})"$/.exec(match) ?? [];
	if (version === undefined) throw new LoginError("precondition_failed");
	return Number(version);
}
