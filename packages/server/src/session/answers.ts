import { Type } from "typebox";
import type { Session } from "./session.ts";

/** Shapes of the answers that tell of sessions. Times are RFC 3339 in UTC. */
const time = () => Type.String({ format: "date-time" });

export const TokenAnswer = Type.Object(
	{
		id: Type.String({
			format: "uuid",
			description: "The user's id, equal to the claim sub. Never a credential.",
		}),
		message: Type.String({ description: "Human-readable result." }),
		token: Type.String({ description: "JWT access token." }),
	},
	{ title: "TokenAnswer", additionalProperties: false },
);

export const SessionAnswer = Type.Object(
	{
		id: Type.String({ format: "uuid", description: "The user's id. Never a credential." }),
		message: Type.String({ description: "Human-readable result." }),
		csrf: Type.String({ description: "For the header csrf of the unsafe calls that follow." }),
		expiresAt: time(),
	},
	{ title: "SessionAnswer", additionalProperties: false },
);

const sessionMembers = {
	id: Type.String({ format: "uuid" }),
	kind: Type.Union([Type.Literal("token"), Type.Literal("cookie")]),
	createdAt: time(),
	authenticatedAt: time(),
	lastSeenAt: time(),
	expiresAt: Type.String({ format: "date-time", description: "The session ends then, whatever happens." }),
	idleExpiresAt: Type.String({
		format: "date-time",
		description: "A cookie session ends then unless used, a token session unless renewed.",
	}),
};

export const WhoAmI = Type.Object(
	{
		id: Type.String({ format: "uuid" }),
		username: Type.String(),
		displayName: Type.String(),
		role: Type.Union([Type.Literal("user"), Type.Literal("admin")]),
		session: Type.Object(sessionMembers, { additionalProperties: false }),
	},
	{ title: "WhoAmI", additionalProperties: false },
);

export const SessionList = Type.Object(
	{
		sessions: Type.Array(
			Type.Object(
				{
					...sessionMembers,
					current: Type.Boolean({ description: "Whether it is the session of this call." }),
					clientAddress: Type.Union([Type.String(), Type.Null()]),
					userAgent: Type.Union([Type.String(), Type.Null()]),
				},
				{ additionalProperties: false },
			),
		),
	},
	{ title: "SessionList", additionalProperties: false },
);

export const MessageAnswer = Type.Object(
	{ message: Type.String() },
	{ title: "MessageAnswer", additionalProperties: false },
);

export const EndedAnswer = Type.Object(
	{ message: Type.String(), ended: Type.Integer({ description: "How many sessions ended." }) },
	{ title: "EndedAnswer", additionalProperties: false },
);

export function describeSession(session: Session) {
	const at = (milliseconds: number) => new Date(milliseconds).toISOString();
	return {
		id: session.id,
		kind: session.kind,
		createdAt: at(session.createdAt),
		authenticatedAt: at(session.authenticatedAt),
		lastSeenAt: at(session.lastSeenAt),
		expiresAt: at(session.expiresAt),
		idleExpiresAt: at(Math.min(session.idleExpiresAt, session.expiresAt)),
	};
}
