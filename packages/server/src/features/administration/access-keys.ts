/** Access keys of all users; those of service accounts are made here. */

import { describeAccessKey, describeKeyOfUser } from "../../operations/access-key/describe-access-key.ts";
import type { App } from "../../platform/http/server.ts";
import {
	closedObject,
	inQuery,
	integer,
	objects,
	operation,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { accessKeyMembers, keyName, MadeAccessKey, scopesOfService } from "../schemas/access-key.ts";
import { EndedAnswer } from "../schemas/session.ts";
import { next, pageParameters, readPage, readTime, writeNext } from "./cursor.ts";
import { allows, allowsFresh, byId, tags } from "./declarations.ts";
import type { Administering } from "./scope.ts";

/** A key that saw others would know which of them to look for. */
const read = allows(null);
const byPeople = allowsFresh(null);

const { csrf: _csrf, ...listedMembers } = accessKeyMembers;

const listKeys = operation({
	operationId: "listAllAccessKeys",
	summary: "List access keys of all users",
	description: "Those first that end first. Never the keys themselves.",
	tags,
	querystring: inQuery({
		...pageParameters,
		user: uuid("Of one user."),
		expiringBefore: text("Living ones that end before then.", { format: "date-time" }),
		unusedSince: text("Living ones that were not used since then.", { format: "date-time" }),
		neverUsed: text("Living ones that were never used.", { enum: ["true", "false"] }),
	}),
	response: {
		200: closedObject("AllAccessKeyPage", "Some of the keys.", {
			accessKeys: objects("Those first that end first.", {
				...listedMembers,
				username: text("Whose it is.", { examples: ["reports"] }),
				userDisabledAt: orNull(time("Since when the user is disabled, and the key refused.")),
			}),
			next,
			scopes: scopesOfService,
		}),
	},
	...read,
	errors: ["cursor_invalid"],
});

const MadeServiceAccessKey = closedObject("MadeServiceAccessKey", "The new key.", {
	...MadeAccessKey.properties,
	key: orNull(text("The access key, shown once; null: it was shown before.")),
});

const makeKey = operation({
	operationId: "makeServiceAccessKey",
	summary: "Make an access key of a service account",
	description:
		"Shown once. A person makes keys alone: one that an admin made would act as that person. Scopes that begin with `sallyport:` administer this service; a key has those, or others, never both. With `Idempotency-Key`, a lost answer makes no second key: asked again, the same one comes back, without the access key; end it and make another.",
	tags,
	requestHeaders: ["Idempotency-Key"],
	params: byId,
	body: {
		...closedObject("NewServiceAccessKey", null, {
			name: keyName,
			days: integer("How many days it lives; 90 unless given.", { minimum: 1, maximum: 400, examples: [90] }),
			scopes: texts("What it is limited to.", {
				maxItems: 64,
				uniqueItems: true,
				examples: [["sallyport:users:read"]],
			}),
			addresses: texts("CIDR ranges that it may be used from.", {
				maxItems: 10,
				uniqueItems: true,
				examples: [["192.0.2.0/24"]],
			}),
		}),
		required: ["name"],
	},
	response: { 201: MadeServiceAccessKey },
	...byPeople,
	errors: ["access_key_limit", "idempotency_mismatch", "rate_limited"],
});

const endKey = operation({
	operationId: "endAnyAccessKey",
	summary: "End an access key",
	description: "Ends its sessions too.",
	tags,
	params: byId,
	response: { 200: EndedAnswer },
	...byPeople,
	errors: ["access_key_inactive", "rate_limited"],
});

export function accessKeyRoutes(app: App, { by, once }: Administering): void {
	app.get("/api/admin/access-keys", { schema: listKeys }, async (request) => {
		const { user, expiringBefore, unusedSince, neverUsed } = request.query;
		const filter = {
			userId: user,
			expiringBefore: readTime("expiringBefore", expiringBefore),
			unusedSince: readTime("unusedSince", unusedSince),
			neverUsed: neverUsed === "true",
		};
		const page = readPage(request, ["number", "string"]);
		const { rows, next: position, now, scopes } = await by(request).accessKeys.page(filter, page);
		const accessKeys = rows.map((row) => {
			const { csrf: _csrf, ...shown } = describeKeyOfUser(row, now);
			return shown;
		});
		return { accessKeys, next: writeNext(position, request), scopes };
	});

	app.post("/api/admin/users/:id/access-keys", { schema: makeKey }, async (request, reply) => {
		const done = await once(
			request,
			({ accessKeys }) => accessKeys.add({ id: request.params.id }, request.body),
			({ key }) => key.id,
		);
		const { key, secret, now } =
			"made" in done ? done.made : { ...(await by(request).accessKeys.find(done.madeBefore)), secret: null };
		return reply.code(201).send({ key: secret, ...describeAccessKey(key, now) });
	});

	app.post("/api/admin/access-keys/:id/end", { schema: endKey }, async (request) => {
		const { ended } = await by(request).accessKeys.end(request.params.id);
		return { message: "Access key ended", ended };
	});
}
