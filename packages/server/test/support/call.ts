import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Answer } from "./visitor.ts";

export interface Call {
	method?: string;
	/** Sent in this order, in this spelling, as often as they stand here. */
	headers?: Array<[name: string, value: string]>;
	body?: string;
	/** The client's own address, any of 127.0.0.0/8. */
	from?: string;
}

/** One request, its path and headers as they stand here: no HTTP client has tidied them up. */
export async function call(
	origin: string,
	path: string,
	{ method = "GET", headers = [], body = "", from }: Call = {},
): Promise<Answer> {
	const { host, hostname, port } = new URL(origin);
	const given = [["Host", host], ["Connection", "close"], ...headers];
	if (body !== "") given.push(["Content-Length", String(Buffer.byteLength(body))]);
	const sent = request({
		host: hostname,
		port,
		method,
		path,
		headers: given.flat(),
		agent: false,
		family: 4,
		...(from === undefined ? {} : { localAddress: from }),
	});
	sent.end(body);
	const [answer] = (await once(sent, "response")) as [IncomingMessage];
	const received = new Headers();
	for (let at = 0; at < answer.rawHeaders.length; at += 2)
		received.append(answer.rawHeaders[at] ?? "", answer.rawHeaders[at + 1] ?? "");
	const content = await text(answer);
	const isJson = /json/.test(received.get("content-type") ?? "") && content !== "";
	return {
		status: answer.statusCode ?? 0,
		headers: received,
		text: content,
		body: isJson ? (JSON.parse(content) as Record<string, unknown>) : null,
	};
}
