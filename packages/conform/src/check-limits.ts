/** Size limits. What is sent is well-formed, harmless and about a megabyte at most. */
import { type ErrorCode, errorCodes } from "./error-codes.generated.ts";
import type { SendOptions } from "./http-client.ts";
import { BrokenPromise, describe, expect, expectError, type HttpResponse, LeftOut } from "./response.ts";
import type { Check, Visit } from "./visit.ts";

const LOGIN = "/api/auth/login";
/** The largest that can be configured, and a little more. */
const ABOVE_ANY_BODY = 1_048_576 + 1024;
const ABOVE_ANY_HEAD = 131_072 + 1024;

export const limits: Check[] = [
	{
		id: "limits.body",
		promise: "Too large a body is refused: 413 body_too_large.",
		section: 8,
		async run(visit) {
			const headers = await visit.beforeLogin();
			await expectLimit(visit, "body_too_large", [17_000, ABOVE_ANY_BODY], (size) =>
				visit.send("POST", LOGIN, { ...unrecorded, body: { username: "x".repeat(size) }, headers }),
			);
		},
	},
	{
		id: "limits.head",
		promise: "Too large a head is refused: 431 headers_too_large.",
		section: 8,
		run: (visit) =>
			expectLimit(visit, "headers_too_large", [17_000, ABOVE_ANY_HEAD], (size) =>
				visit.send("GET", "/healthz", { ...unrecorded, headers: { "x-long": "x".repeat(size) } }),
			),
	},
	{
		id: "limits.url",
		promise: "Too long a URL is refused: 414 uri_too_long.",
		section: 8,
		run: (visit) =>
			expectLimit(visit, "uri_too_long", [3_000, 16_400], (size) =>
				visit.send("GET", `/healthz?${"x".repeat(size)}`, unrecorded),
			),
	},
	{
		id: "limits.username",
		promise: "A username of more than 254 characters is refused: 400 validation_failed.",
		section: 8,
		async run({ send, beforeLogin }) {
			const body = { username: "x".repeat(255), password: "x" };
			const response = await send("POST", LOGIN, { body, headers: await beforeLogin() });
			expectError(response, "validation_failed");
		},
	},
	{
		id: "limits.password",
		promise: "A password of more than 1024 bytes is refused before it is looked at: 400 validation_failed.",
		section: 8,
		async run({ send, beforeLogin }) {
			const body = { username: "x", password: "é".repeat(513) };
			const response = await send("POST", LOGIN, { body, headers: await beforeLogin() });
			expectError(response, "validation_failed");
		},
	},
];

const unrecorded: SendOptions = { unrecorded: true };

/**
 * An operator may have raised a limit, so a size that was accepted is followed by one above any limit. A proxy in front may
 * have lower limits and error responses of its own: then the check is left out.
 */
async function expectLimit(
	{ record }: Visit,
	code: ErrorCode,
	sizes: number[],
	send: (size: number) => Promise<HttpResponse>,
): Promise<void> {
	let last = "";
	for (const size of sizes) {
		const response = await send(size).catch((error: unknown) => {
			// A service that refuses early closes the connection during the upload.
			if (error instanceof BrokenPromise && last !== "") throw new LeftOut("the connection was closed");
			throw error;
		});
		const ours = /^application\/problem\+json/.test(response.headers.get("content-type") ?? "");
		if (ours) record(response);
		if (response.status === errorCodes[code].status && !ours)
			throw new LeftOut("something in front of the service refuses it already");
		if (response.status === errorCodes[code].status) return expectError(response, code);
		last = describe(response);
	}
	expect(false, last);
}
