/** Shapes of the answers that tell of sessions. Times are RFC 3339 in UTC. */
const time = (description: string) =>
	({ type: "string", format: "date-time", description, examples: ["2026-01-31T09:15:00.000Z"] }) as const;
const uuid = (description: string) =>
	({
		type: "string",
		format: "uuid",
		description,
		examples: ["0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47"],
	}) as const;
const message = (example: string) =>
	({ type: "string", description: "The result, for people.", examples: [example] }) as const;

export const TokenAnswer = {
	type: "object",
	required: ["id", "message", "token"],
	properties: {
		id: uuid("The user's id, equal to the claim sub. Never a credential."),
		message: message("Login successful"),
		token: {
			type: "string",
			pattern: "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
			description: "JWT access token, for `Authorization: Bearer`.",
			examples: ["eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwZjlkIn0.c2lnbmF0dXJl"],
		},
	},
	title: "TokenAnswer",
	additionalProperties: false,
	description: "A JWT access token.",
} as const;

export const SessionAnswer = {
	type: "object",
	required: ["id", "message", "csrf", "expiresAt"],
	properties: {
		id: uuid("The user's id. Never a credential."),
		message: message("Login successful"),
		csrf: {
			type: "string",
			pattern: "^[A-Za-z0-9._-]+$",
			maxLength: 512,
			description: "For the header csrf of the unsafe calls that follow.",
			examples: ["c1.3q2-7wEj.pGk0VbXo5bG9hZGVk"],
		},
		expiresAt: time("The session ends then, whatever happens."),
	},
	title: "SessionAnswer",
	additionalProperties: false,
	description: "A cookie session; its secret is in Set-Cookie only.",
} as const;

const session = {
	required: ["id", "kind", "createdAt", "authenticatedAt", "lastSeenAt", "expiresAt", "idleExpiresAt"],
	properties: {
		id: uuid("The session's id, as in the claim sid. Never a credential."),
		kind: {
			type: "string",
			enum: ["token", "cookie"],
			description: "How it is carried: by a JWT or by a cookie.",
		},
		createdAt: time("When the login was."),
		authenticatedAt: time("When the password was confirmed last."),
		lastSeenAt: time("When it was used last, to the minute."),
		expiresAt: time("The session ends then, whatever happens."),
		idleExpiresAt: time("A cookie session ends then unless used, a token session unless renewed."),
	},
} as const;

export const WhoAmI = {
	type: "object",
	required: ["id", "username", "displayName", "role", "lastLogin", "session"],
	properties: {
		id: uuid("The user's id."),
		username: { type: "string", description: "In its canonical form.", examples: ["ada"] },
		displayName: {
			type: "string",
			description: "The name as it was written when the user was made.",
			examples: ["Ada"],
		},
		role: {
			type: "string",
			enum: ["user", "admin"],
			description: "What the user may do; equal to the claim role.",
		},
		lastLogin: {
			type: ["object", "null"],
			required: ["at", "address", "failedSince"],
			properties: {
				at: time("When it was."),
				address: {
					type: ["string", "null"],
					description: "IP address that it came from, if known.",
					examples: ["192.0.2.7"],
				},
				failedSince: {
					type: "integer",
					minimum: 0,
					description: "Logins that failed between it and that of this session.",
					examples: [0],
				},
			},
			additionalProperties: false,
			description: "The login before the one of this session; null: there was none.",
		},
		session: {
			type: "object",
			...session,
			additionalProperties: false,
			description: "The session of this call.",
		},
	},
	title: "WhoAmI",
	additionalProperties: false,
	description: "The user and the session of this call.",
} as const;

export const SessionList = {
	type: "object",
	required: ["sessions"],
	properties: {
		sessions: {
			type: "array",
			items: {
				type: "object",
				required: [...session.required, "current", "clientAddress", "userAgent"],
				properties: {
					...session.properties,
					current: { type: "boolean", description: "Whether it is the session of this call." },
					clientAddress: {
						type: ["string", "null"],
						description: "IP address that the login came from, if known.",
						examples: ["192.0.2.7"],
					},
					userAgent: {
						type: ["string", "null"],
						description: "What the client of the login said it is, if anything.",
						examples: ["curl/8.5.0"],
					},
				},
				additionalProperties: false,
			},
			description: "The most recently used first.",
		},
	},
	title: "SessionList",
	additionalProperties: false,
	description: "The user's live sessions of both kinds.",
} as const;

export const MessageAnswer = {
	type: "object",
	required: ["message"],
	properties: { message: message("Session ended") },
	title: "MessageAnswer",
	additionalProperties: false,
	description: "It is done.",
} as const;

export const EndedAnswer = {
	type: "object",
	required: ["message", "ended"],
	properties: {
		message: message("All other sessions ended"),
		ended: { type: "integer", minimum: 0, description: "How many sessions ended.", examples: [2] },
	},
	title: "EndedAnswer",
	additionalProperties: false,
	description: "How many sessions ended.",
} as const;
