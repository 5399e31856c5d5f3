import { once } from "node:events";
import { type IncomingMessage, request as send } from "node:http";
import { text } from "node:stream/consumers";

/** A request whose body is held back. Resolves, once the service waits for it, with what sends it and gives status and answer. */
export async function holdBack(
	url: string,
	headers: Record<string, string>,
	body: object,
): Promise<() => Promise<string>> {
	const written = JSON.stringify(body);
	const ofBody = { "content-type": "application/json", "content-length": String(written.length) };
	const sent = send(url, { method: "POST", headers: { ...headers, ...ofBody, expect: "100-continue" } });
	sent.flushHeaders();
	await once(sent, "continue");
	// Node asks for the body before the guards have looked; those of a later request look after them.
	await fetch(`${url.split("/api/")[0]}/api/auth/session`, { headers });
	return async () => {
		sent.end(written);
		const [answer] = (await once(sent, "response")) as [IncomingMessage];
		return `${answer.statusCode} ${await text(answer)}`;
	};
}
