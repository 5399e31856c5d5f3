/** Shapes that several features share. */
import { closedObject, inPath, text, time, uuid } from "../../platform/openapi/operation.ts";

/** In paths about one of the user's own. */
export const ownId = inPath({ id: text("Member id of the list.") });
export const message = (example: string) => text("The result, for people.", { examples: [example] });
export const csrfToken = (description: string) =>
	text(description, {
		pattern: "^[A-Za-z0-9._-]+$",
		maxLength: 512,
		examples: ["c1.3q2-7wEj.pGk0VbXo5bG9hZGVk"],
	});
/** Checked by its form before anything else; spaces and hyphens do not count. */
export const secondFactorCode = (description: string) =>
	text(description, { minLength: 1, maxLength: 64, examples: ["492039"] });
export const challengeText = text("Member `challenge` of the answer that asked for the second factor.", {
	minLength: 1,
	examples: ["mZ0bq3E1"],
});
/** What a code or a passkey that answers a challenge is refused with. */
export const secondStepErrors = [
	"second_factor_invalid",
	"challenge_invalid",
	"passkey_unknown",
	"passkey_invalid",
	"rate_limited",
	"overloaded",
] as const;
/** Of a one-time link. */
export const linkToken = text("What the link carries behind #token=.", { minLength: 1, maxLength: 128 });
/** A password that is set already. */
export const currentPassword = (description: string) =>
	text(description, { minLength: 1, maxLength: 1024, examples: ["correct horse battery staple"] });

export const TokenAnswer = closedObject("TokenAnswer", "A JWT access token.", {
	id: uuid("The user's id, equal to the claim sub. Never a credential."),
	message: message("Login successful"),
	token: text("JWT access token, for `Authorization: Bearer`.", {
		pattern: "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$",
		examples: ["eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwZjlkIn0.c2lnbmF0dXJl"],
	}),
});

export const SessionAnswer = closedObject(
	"SessionAnswer",
	"A cookie session; its secret is in Set-Cookie only.",
	{
		id: uuid("The user's id. Never a credential."),
		message: message("Login successful"),
		csrf: csrfToken("For the header csrf of the unsafe calls that follow."),
		expiresAt: time("The session ends then, whatever happens."),
	},
);

/** By the kind of the session. */
export const CredentialAnswer = { anyOf: [TokenAnswer, SessionAnswer] } as const;
