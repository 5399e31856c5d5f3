/** Sizes above which nothing is taken. What is sent is well-formed, harmless and never more than a megabyte. */
import { type ErrorCode, errorKind } from "../../platform/errors.ts";
import { type Answer, demandRefusal, described } from "./answer.ts";
import { type Check, demand, LeftOut, NotAsPromised } from "./check.ts";
import type { Visit } from "./visit.ts";
import type { Given } from "./wire.ts";

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
			await demandLimit(visit, "body_too_large", [17_000, ABOVE_ANY_BODY], (size) =>
				visit.ask("POST", LOGIN, { ...aside, body: { username: "x".repeat(size) }, headers }),
			);
		},
	},
	{
		id: "limits.head",
		promise: "Too large a head is refused: 431 headers_too_large.",
		section: 8,
		run: (visit) =>
			demandLimit(visit, "headers_too_large", [17_000, ABOVE_ANY_HEAD], (size) =>
				visit.ask("GET", "/healthz", { ...aside, headers: { "x-long": "x".repeat(size) } }),
			),
	},
	{
		id: "limits.url",
		promise: "Too long a URL is refused: 414 uri_too_long.",
		section: 8,
		run: (visit) =>
			demandLimit(visit, "uri_too_long", [3_000, 16_400], (size) =>
				visit.ask("GET", `/healthz?${"x".repeat(size)}`, aside),
			),
	},
	{
		id: "limits.username",
		promise: "A username of more than 254 characters is refused: 400 validation_failed.",
		section: 8,
		async run({ ask, beforeLogin }) {
			const body = { username: "x".repeat(255), password: "x" };
			const answer = await ask("POST", LOGIN, { body, headers: await beforeLogin() });
			demandRefusal(answer, "validation_failed");
		},
	},
	{
		id: "limits.password",
		promise: "A password of more than 1024 bytes is refused before it is looked at: 400 validation_failed.",
		section: 8,
		async run({ ask, beforeLogin }) {
			const body = { username: "x", password: "é".repeat(513) };
			const answer = await ask("POST", LOGIN, { body, headers: await beforeLogin() });
			demandRefusal(answer, "validation_failed");
		},
	},
];

const aside: Given = { aside: true };

/**
 * An operator may have set a higher limit, so a size that was taken is followed by one that none allows; and what stands
 * in front of the service may have lower ones, which it answers in its own way.
 */
async function demandLimit(
	{ observe }: Visit,
	code: ErrorCode,
	sizes: number[],
	send: (size: number) => Promise<Answer>,
): Promise<void> {
	let last = "";
	for (const size of sizes) {
		const answer = await send(size).catch((error: unknown) => {
			// A service that refuses early closes the connection while we still write.
			if (error instanceof NotAsPromised && last !== "") throw new LeftOut("the connection was closed");
			throw error;
		});
		const ours = /^application\/problem\+json/.test(answer.headers.get("content-type") ?? "");
		if (ours) observe(answer);
		if (answer.status === errorKind(code).status && !ours)
			throw new LeftOut("something in front of the service refuses it already");
		if (answer.status === errorKind(code).status) return demandRefusal(answer, code);
		last = described(answer);
	}
	demand(false, last);
}
