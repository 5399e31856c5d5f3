/** Shapes of the responses about sessions. */
import {
	closedObject,
	flag,
	integer,
	list,
	orNull,
	text,
	texts,
	time,
	uuid,
} from "../../platform/openapi/operation.ts";
import { message } from "./common.ts";

const session = {
	id: uuid("The session's id, as in the claim sid. Never a credential."),
	kind: text("How it is carried: by a JWT or by a cookie.", { enum: ["token", "cookie"] }),
	createdAt: time("When the login was."),
	authenticatedAt: time("When all that a login requires was proven last."),
	acr: text(
		"How strong that was: one factor, two, or one that cannot be phished; 0: no person, but a program with an access key. Equal to the claim acr.",
		{ enum: ["aal1", "aal2", "phr", "0"] },
	),
	amr: {
		type: "array",
		items: { type: "string", enum: ["pwd", "otp", "pop", "user", "mfa", "key"] },
		description: "What was proven then (RFC 8176); equal to the claim amr.",
		examples: [["pwd"]],
	},
	lastSeenAt: time("When it was used last, to the minute."),
	expiresAt: time("The session ends then, whatever happens."),
	idleExpiresAt: time("A cookie session ends then unless used, a token session unless renewed."),
} as const;

const remember = flag(
	"true: the user asked to stay logged in, and its cookie outlives the browser. Left out of others.",
);
const ofKey = {
	accessKeyId: uuid("The access key that began it. Left out of sessions of people."),
	scope: text("What that key is limited to: names, separated by spaces. Left out if to nothing.", {
		examples: ["reports:read"],
	}),
};

/** As every answer shows a session. */
export const sessionMembers = { ...session, remember, ...ofKey } as const;
export const sessionMembersRequired = Object.keys(session) as Array<keyof typeof session>;

export const WhoAmI = closedObject("WhoAmI", "The user and the session of this call.", {
	id: uuid("The user's id."),
	username: text("In its canonical form.", { examples: ["ada"] }),
	displayName: text(
		"The name for people: as it was written when the user was made, or as an operator set it.",
		{ examples: ["Ada"] },
	),
	email: orNull(
		text(
			"Address of the user, if one is known, verified or not. Never a key: other users may have the same.",
			{
				examples: ["ada@example.com"],
			},
		),
	),
	role: text("What the user may do; equal to the claim role.", { enum: ["user", "admin"] }),
	groups: texts("Groups that the user is in, sorted. They give no right in this service.", {
		examples: [["analysts"]],
	}),
	lastLogin: orNull(
		closedObject(null, "The login before the one of this session; null: there was none.", {
			at: time("When it was."),
			address: orNull(text("IP address that it came from, if known.", { examples: ["192.0.2.7"] })),
			failedSince: integer("Logins that failed between it and that of this session.", {
				minimum: 0,
				examples: [0],
			}),
			stoppedAtSecondFactor: integer(
				"Logins between them with the right password that failed at the second factor. Above 0: change the password.",
				{ minimum: 0, examples: [0] },
			),
		}),
	),
	failedSince: integer(
		"Attempts at the password that failed since the login of this session; at most 5 seconds old.",
		{ minimum: 0, examples: [0] },
	),
	session: {
		...closedObject(null, "The session of this call.", sessionMembers),
		required: sessionMembersRequired,
	},
});

export const SessionList = closedObject("SessionList", "The user's live sessions of both kinds.", {
	sessions: list("The one of this call, then the most recently used first.", {
		...closedObject(null, null, {
			...sessionMembers,
			current: flag("Whether it is the session of this call."),
			clientAddress: orNull(
				text("IP address that the login came from, if known.", { examples: ["192.0.2.7"] }),
			),
			userAgent: orNull(
				text("What the client of the login said it is, if anything.", { examples: ["curl/8.5.0"] }),
			),
		}),
		required: [...sessionMembersRequired, "current", "clientAddress", "userAgent"],
	}),
});

export const MessageAnswer = closedObject("MessageAnswer", "It is done.", {
	message: message("Session ended"),
});

export const EndedAnswer = closedObject("EndedAnswer", "How many sessions ended.", {
	message: message("All other sessions ended"),
	ended: integer("How many sessions ended.", { minimum: 0, examples: [2] }),
});
