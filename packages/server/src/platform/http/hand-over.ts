import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { basePathOf } from "../lib/base-path.ts";

/** Headers by which a client could change the addresses that a library writes. */
const ofProxies = ["forwarded", "x-forwarded-host", "x-forwarded-for"];

/** Characters; browsers send some 150. The time of a library grows with the square: 15,000 would take 20 ms. */
const MOST_ACCEPT = 1024;

interface HandOver {
	baseUrl: string;
	/** Below the base URL; the library sees what follows it. */
	mount: string;
	/** A cookie that the library reads, with the value that is true; null: there is none. What the client sends is dropped. */
	cookie: { name: string; value: string | null };
	answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Lets a library answer a request by itself, with our headers, as if it had come to the base URL. */
export async function handOver(
	request: FastifyRequest,
	reply: FastifyReply,
	{ baseUrl, mount, cookie, answer }: HandOver,
): Promise<FastifyReply> {
	const { raw, body } = request;
	if (Buffer.isBuffer(body)) giveBack(raw, body);
	const { host, protocol } = new URL(baseUrl);
	for (const name of ofProxies) delete raw.headers[name];
	if ((raw.headers.accept?.length ?? 0) > MOST_ACCEPT) delete raw.headers.accept;
	Object.assign(raw.headers, { host, "x-forwarded-proto": protocol.slice(0, -1) });
	raw.headers.cookie = withCookie(raw.headers.cookie, cookie);
	const { url = "" } = raw;
	Object.assign(raw, { originalUrl: url });
	raw.url = url.slice(`${basePathOf(baseUrl)}${mount}`.length);
	for (const [name, value] of Object.entries(reply.getHeaders()))
		if (value !== undefined) reply.raw.setHeader(name, value);
	reply.hijack();
	await answer(raw, reply.raw);
	return reply;
}

/** A body that was read within its limit; libraries have larger ones, or none for a body that comes in pieces. */
function giveBack(raw: IncomingMessage, body: Buffer): void {
	Object.defineProperties(raw, { readable: { value: true }, iterator: { value: () => [body] } });
}

function withCookie(header: string | undefined, { name, value }: HandOver["cookie"]): string {
	const pairs = (header ?? "").split(";").map((pair) => pair.trim());
	const others = pairs.filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
	return [...others, ...(value === null ? [] : [`${name}=${value}`])].join("; ");
}
