/**
 * Access keys: how a program gets a credential of its own, instead of a person's password.
 *
 * Routes of operations/access-key/. A key logs in at POST /api/auth/login, in the place of a password; nothing here takes one, but
 * for its end by a finder.
 *
 *   active → expired | ended (by_owner, by_admin, leaked, rotated)
 */
import type { Feature } from "../../platform/feature.ts";
import { closedObject, integer, operation, text, texts } from "../../platform/openapi/operation.ts";
import { AccessKeyList, keyName, MadeAccessKey } from "../schemas/access-key.ts";
import { message, ownId } from "../schemas/common.ts";
import { EndedAnswer, MessageAnswer } from "../schemas/session.ts";
import type { Parts } from "../uses.ts";

const tags = ["Access keys"] as const;

const makeOperation = operation({
	operationId: "makeAccessKey",
	summary: "Make an access key",
	description:
		"A program sends the key as `password` of a login, with the header `csrf` of the key, and gets a token of an hour. The key is shown once. It needs a fresh authentication of a person, with both factors where there are two. The mail of the user tells of it.",
	tags,
	body: {
		...closedObject("NewAccessKey", null, {
			name: keyName,
			days: integer("How many days it lives; 90 unless given. Not every service allows 400.", {
				minimum: 1,
				maximum: 400,
				examples: [90],
			}),
			role: text("The most that its sessions may be: never more than its user. `user` unless given.", {
				enum: ["user", "admin"],
			}),
			scopes: texts(
				"Names of SALLYPORT_SCOPES that it is limited to: it gets in only where one of them is asked for. None: it may do what its role may.",
				{ maxItems: 64, uniqueItems: true, examples: [["reports:read"]] },
			),
			addresses: texts(
				"CIDR ranges that it may log in and renew from; none: from anywhere. A token of it lives an hour.",
				{ maxItems: 10, uniqueItems: true, examples: [["192.0.2.0/24"]] },
			),
		}),
		required: ["name"],
	},
	response: { 201: MadeAccessKey },
	access: "cookie-session",
	errors: ["reauthentication_required", "forbidden", "access_key_limit", "rate_limited"],
});

const listOperation = operation({
	operationId: "listAccessKeys",
	summary: "List own access keys",
	description: "Living ones, and the last 50 that have ended. Never the keys themselves.",
	tags,
	response: { 200: AccessKeyList },
	access: "cookie-session",
	errors: ["forbidden"],
});

const renameOperation = operation({
	operationId: "renameAccessKey",
	summary: "Give an access key another name",
	description: "Its limits never change: make another key, and end this one.",
	tags,
	params: ownId,
	body: closedObject("AccessKeyName", null, { name: keyName }),
	response: { 200: MessageAnswer },
	access: "cookie-session",
	errors: ["not_found", "rate_limited"],
});

const rotateOperation = operation({
	operationId: "rotateAccessKey",
	summary: "Rotate an access key",
	description:
		"Makes a new key with the same name, limits and lifetime. The old one ends after `overlap`, with its sessions. Asked again while the new key was never used, that one is replaced: a lost answer costs nothing.",
	tags,
	params: ownId,
	body: {
		...closedObject("AccessKeyRotation", null, {
			overlap: integer("Seconds for which the old key stays good; a day unless given. 0: it ends at once.", {
				minimum: 0,
				maximum: 604_800,
				examples: [86_400],
			}),
		}),
		required: [],
	},
	response: { 201: MadeAccessKey },
	access: "cookie-session",
	errors: ["reauthentication_required", "forbidden", "not_found", "access_key_inactive", "rate_limited"],
});

const endOperation = operation({
	operationId: "endAccessKey",
	summary: "End an access key",
	description: "Ends its sessions too; verifiers refuse their tokens within 10 seconds.",
	tags,
	params: ownId,
	response: { 200: EndedAnswer },
	access: "cookie-session",
	errors: ["reauthentication_required", "not_found"],
});

const revokeOperation = operation({
	operationId: "revokeFoundAccessKeys",
	summary: "End access keys that were found",
	description:
		"For those who find keys in public, such as secret scanners: holding a key is the proof. Always 202; each key among them has ended, and its user gets a mail.",
	tags,
	body: closedObject("FoundAccessKeys", null, {
		keys: texts("What was found.", {
			items: { type: "string", maxLength: 256 },
			minItems: 1,
			maxItems: 100,
			examples: [["sallyport_0000…40Yvt8"]],
		}),
	}),
	response: {
		202: closedObject("FoundAnswer", "Noted.", {
			message: message("Thank you. Keys among them have ended."),
		}),
	},
	access: "public",
	errors: ["rate_limited"],
	responseHeaders: ["RateLimit", "RateLimit-Policy"],
});

export function createAccessKeyFeature({ guards, ownAccessKeys, revokeFoundKeys }: Parts): Feature {
	// A key outlives the login, the password and the factors: an API that got a token must not make one.
	const onRequest = guards.loggedInByCookie;
	return {
		name: "Access keys",
		description: "Credentials for programs.",
		routes(app) {
			app.post("/api/auth/access-keys", { onRequest, schema: makeOperation }, async (request, reply) =>
				reply
					.code(201)
					.send(await ownAccessKeys.make(guards.requestingCallerOf(request, reply), request.body)),
			);

			app.get("/api/auth/access-keys", { onRequest, schema: listOperation }, (request, reply) =>
				ownAccessKeys.list(guards.requestingCallerOf(request, reply)),
			);

			const rename = { onRequest, schema: renameOperation };
			app.patch("/api/auth/access-keys/:id", rename, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				await ownAccessKeys.rename(caller, request.params.id, request.body.name);
				return { message: "Access key renamed" };
			});

			const rotate = { onRequest, schema: rotateOperation };
			app.post("/api/auth/access-keys/:id/rotate", rotate, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				const { overlap } = request.body;
				return reply.code(201).send(await ownAccessKeys.rotate(caller, request.params.id, overlap));
			});

			const end = { onRequest, schema: endOperation };
			app.delete("/api/auth/access-keys/:id", end, async (request, reply) => {
				const caller = guards.requestingCallerOf(request, reply);
				return { message: "Access key ended", ended: await ownAccessKeys.end(caller, request.params.id) };
			});

			const revoke = { onRequest: guards.open, schema: revokeOperation };
			app.post("/api/auth/access-keys/revoke", revoke, async (request, reply) => {
				await revokeFoundKeys(request.body.keys, guards.requesterOf(request, reply));
				return reply.code(202).send({ message: "Thank you. Keys among them have ended." });
			});
		},
	};
}
