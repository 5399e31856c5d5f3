/** Users: find them, and see one. */

import type { UserFilter } from "../../identity/user/user-filter.ts";
import { canonicalUsername } from "../../identity/user/username.ts";
import { describeFactor } from "../../operations/administration/describe-listed.ts";
import { describeUser } from "../../operations/administration/describe-user.ts";
import { tagged } from "../../platform/http/conditional.ts";
import type { App } from "../../platform/http/server.ts";
import { timestamp } from "../../platform/lib/timestamp.ts";
import {
	closedObject,
	flag,
	inQuery,
	integer,
	list,
	objects,
	operation,
	orNull,
	text,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import type { Parts } from "../uses.ts";
import { next, pageParameters, readPage, readTime, writeNext } from "./cursor.ts";
import { allows, byId, tags } from "./declarations.ts";
import { ShownUser, User } from "./schemas/user.ts";
import type { Administering } from "./scope.ts";

const read = allows("sallyport:users:read");

const filters = {
	q: text("The beginning of the username; with an `@` also a whole e-mail address.", {
		minLength: 1,
		maxLength: 254,
	}),
	username: text("This username.", { minLength: 1, maxLength: 254 }),
	email: text("This e-mail address, in upper or lower case.", { minLength: 1, maxLength: 254 }),
	externalId: text("This external id.", { minLength: 1, maxLength: 255 }),
	role: text("Users of this role.", { enum: ["user", "admin"] }),
	kind: text("People, or service accounts.", { enum: ["person", "service"] }),
	state: text("Users in this state.", { enum: ["invited", "reset", "active", "disabled"] }),
	group: text("Members of this group.", { minLength: 1, maxLength: 48 }),
	secondFactor: text("Whether their logins take a second factor.", { enum: ["on", "off"] }),
	inactiveSince: text("Who have not logged in since then.", {
		format: "date-time",
		examples: ["2026-01-31T09:15:00Z"],
	}),
} as const;

const listUsers = operation({
	operationId: "listUsers",
	summary: "List users",
	description:
		"All filters that are given must fit. A filter that no index finds looks at up to 10,000 users a page, and at fewer where that takes long.",
	tags,
	querystring: inQuery({
		...pageParameters,
		...filters,
		sort: text("By name unless given; `-createdAt`: the newest first.", {
			enum: ["username", "-createdAt"],
		}),
	}),
	response: {
		200: closedObject("UserPage", "Some of the users.", {
			users: list("In the order that was asked for.", User),
			next,
		}),
	},
	...read,
	errors: ["cursor_invalid"],
});

const countUsers = operation({
	operationId: "countUsers",
	summary: "Count users",
	description: "Up to 10,000; with a filter that no index finds, among the first 10,000 users.",
	tags,
	querystring: inQuery(filters),
	response: {
		200: closedObject("UserCount", "How many fit.", {
			count: integer("How many were found.", { minimum: 0, examples: [12] }),
			atLeast: flag("Whether there may be more."),
		}),
	},
	...read,
});

const getUser = operation({
	operationId: "getUser",
	summary: "See a user",
	tags,
	params: byId,
	response: { 200: ShownUser },
	responseHeaders: ["ETag"],
	...read,
});

const getUserFactors = operation({
	operationId: "getUserFactors",
	summary: "See the second factors of a user",
	tags,
	params: byId,
	response: {
		200: closedObject("UserFactors", "What the user can prove besides the password.", {
			factors: objects("In the order in which they were added.", {
				id: uuid("Of the factor."),
				kind: text("An authenticator app, or a passkey.", { enum: ["totp", "passkey"] }),
				name: text("As the user has called it."),
				createdAt: time("When it was added."),
				lastUsedAt: { ...time("When it was used last; null: never."), type: ["string", "null"] },
			}),
			recoveryCodes: integer("How many are left.", { minimum: 0, examples: [10] }),
			recoveryCodesMadeAt: orNull(time("When they were made; null: there are none.")),
		}),
	},
	...read,
});

const getUserClaims = operation({
	operationId: "getUserClaims",
	summary: "See what a token of a user would say",
	description:
		"The claims that SALLYPORT_TOKEN_CLAIMS adds, as of now, and those of the user that each token has. No token.",
	tags,
	params: byId,
	response: {
		200: {
			title: "UserClaims",
			type: "object",
			additionalProperties: true,
			description: "By name.",
			required: ["sub", "role"],
			properties: { sub: uuid("The id."), role: text("The role.", { enum: ["user", "admin"] }) },
		},
	},
	...read,
});

type Asked = { [Name in keyof typeof filters]?: string };

/** Throws validation_failed. */
function readFilter({ secondFactor, inactiveSince, ...plain }: Asked): UserFilter {
	return {
		...(plain as UserFilter),
		...(plain.q === undefined ? {} : { q: canonicalUsername(plain.q) ?? plain.q }),
		...(plain.username === undefined
			? {}
			: { username: canonicalUsername(plain.username) ?? plain.username }),
		...(secondFactor === undefined ? {} : { secondFactor: secondFactor === "on" }),
		...(inactiveSince === undefined ? {} : { inactiveSince: readTime("inactiveSince", inactiveSince) }),
	};
}

/** How many are counted. */
const MOST = 10_000;

export function readUserRoutes(app: App, { by }: Administering, userClaims: Parts["userClaims"]): void {
	app.get("/api/admin/users", { schema: listUsers }, async (request) => {
		const { limit: _limit, cursor: _cursor, sort = "username", ...asked } = request.query;
		const order = sort === "username" ? ("username" as const) : ("createdAt" as const);
		const page = readPage(request, order === "username" ? ["string"] : ["number", "string"]);
		const { rows, next } = await by(request).users.page(readFilter(asked), { order, ...page });
		return { users: rows.map(describeUser), next: writeNext(next, request) };
	});

	app.get("/api/admin/users/count", { schema: countUsers }, async (request) => {
		return by(request).users.count(readFilter(request.query), MOST);
	});

	app.get("/api/admin/users/:id", { schema: getUser }, async (request, reply) => {
		const shown = await by(request).users.show({ id: request.params.id });
		const { user, emailRefused, sessions, accessKeys, setupLinkExpiresAt, closedUntil } = shown;
		return tagged(reply, {
			...describeUser(user),
			emailRefused,
			sessions,
			accessKeys,
			setupLinkExpiresAt: timestamp(setupLinkExpiresAt),
			closedToUnknownDevicesUntil: timestamp(closedUntil),
		});
	});

	app.get("/api/admin/users/:id/factors", { schema: getUserFactors }, async (request) => {
		const { factors, recoveryCodes } = await by(request).users.factors({ id: request.params.id });
		return {
			factors: factors.map(describeFactor),
			recoveryCodes: recoveryCodes?.left ?? 0,
			recoveryCodesMadeAt: timestamp(recoveryCodes?.createdAt ?? null),
		};
	});

	app.get("/api/admin/users/:id/claims", { schema: getUserClaims }, async (request) => {
		const user = await by(request).users.find({ id: request.params.id });
		return { sub: user.id, role: user.role, ...userClaims(user) };
	});
}
