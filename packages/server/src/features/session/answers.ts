/** Shapes of the answers that tell of sessions. Times are RFC 3339 in UTC. */
const time = (description: string) =>
	Type.String({ format: "date-time", description, examples: ["2026-01-31T09:15:00.000Z"] });
const uuid = (description: string) =>
	Type.String({ format: "uuid", description, examples: ["0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"] });
const message = (example: string) =>
	Type.String({ description: "The result, for people.", examples: [example] });

import { Type } from "../../platform/lib/schema.ts";
export const TokenAnswer = Type.Object(
	{
		id: uuid("The user's id, equal to the claim sub. Never a credential."),
		message: message("Login successful"),
		token: Type.String({
			pattern: "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
			description: "JWT access token, for `Authorization: Bearer`.",
			examples: ["eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwZjlkIn0.c2lnbmF0dXJl"],
		}),
	},
	{ title: "TokenAnswer", additionalProperties: false, description: "A JWT access token." },
);

export const SessionAnswer = Type.Object(
	{
		id: uuid("The user's id. Never a credential."),
		message: message("Login successful"),
		csrf: Type.String({
			pattern: "^[A-Za-z0-9._-]+$",
			maxLength: 512,
			description: "For the header csrf of the unsafe calls that follow.",
			examples: ["c1.3q2-7wEj.pGk0VbXo5bG9hZGVk"],
		}),
		expiresAt: time("The session ends then, whatever happens."),
	},
	{
		title: "SessionAnswer",
		additionalProperties: false,
		description: "A cookie session; its secret is in Set-Cookie only.",
	},
);

const sessionMembers = {
	id: uuid("The session's id, as in the claim sid. Never a credential."),
	kind: Type.Enum(["token", "cookie"], {
		description: "How it is carried: by a JWT or by a cookie.",
	}),
	createdAt: time("When the login was."),
	authenticatedAt: time("When the password was confirmed last."),
	lastSeenAt: time("When it was used last, to the minute."),
	expiresAt: time("The session ends then, whatever happens."),
	idleExpiresAt: time("A cookie session ends then unless used, a token session unless renewed."),
};

export const WhoAmI = Type.Object(
	{
		id: uuid("The user's id."),
		username: Type.String({ description: "In its canonical form.", examples: ["ada"] }),
		displayName: Type.String({
			description: "The name as it was written when the user was made.",
			examples: ["Ada"],
		}),
		role: Type.Enum(["user", "admin"], {
			description: "What the user may do; equal to the claim role.",
		}),
		lastLogin: Type.Nullable(
			Type.Object(
				{
					at: time("When it was."),
					address: Type.Nullable(
						Type.String({
							description: "IP address that it came from, if known.",
							examples: ["192.0.2.7"],
						}),
					),
					failedSince: Type.Integer({
						minimum: 0,
						description: "Logins that failed between it and that of this session.",
						examples: [0],
					}),
				},
				{
					additionalProperties: false,
					description: "The login before the one of this session; null: there was none.",
				},
			),
		),
		session: Type.Object(sessionMembers, {
			additionalProperties: false,
			description: "The session of this call.",
		}),
	},
	{ title: "WhoAmI", additionalProperties: false, description: "The user and the session of this call." },
);

export const SessionList = Type.Object(
	{
		sessions: Type.Array(
			Type.Object(
				{
					...sessionMembers,
					current: Type.Boolean({ description: "Whether it is the session of this call." }),
					clientAddress: Type.Nullable(
						Type.String({
							description: "IP address that the login came from, if known.",
							examples: ["192.0.2.7"],
						}),
					),
					userAgent: Type.Nullable(
						Type.String({
							description: "What the client of the login said it is, if anything.",
							examples: ["curl/8.5.0"],
						}),
					),
				},
				{ additionalProperties: false },
			),
			{ description: "The most recently used first." },
		),
	},
	{
		title: "SessionList",
		additionalProperties: false,
		description: "The user's live sessions of both kinds.",
	},
);

export const MessageAnswer = Type.Object(
	{ message: message("Session ended") },
	{ title: "MessageAnswer", additionalProperties: false, description: "It is done." },
);

export const EndedAnswer = Type.Object(
	{
		message: message("All other sessions ended"),
		ended: Type.Integer({ minimum: 0, description: "How many sessions ended.", examples: [2] }),
	},
	{ title: "EndedAnswer", additionalProperties: false, description: "How many sessions ended." },
);
