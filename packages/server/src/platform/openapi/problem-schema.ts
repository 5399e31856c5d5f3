import { errorCodes } from "../errors.ts";
import { reauthenticationMethods } from "../required-proof.ts";
import { integer, objects, text } from "./operation.ts";

/** The body of every error response (RFC 9457), as http/problem.ts writes it. */
export const problemSchema = {
	type: "object",
	required: ["type", "title", "status", "code", "message", "requestId"],
	properties: {
		type: text("`urn:sallyport:error:` and the code.", {
			format: "uri",
			examples: ["urn:sallyport:error:invalid_credentials"],
		}),
		title: text("Short, the same for every occurrence of the code."),
		status: integer("The status of the answer.", { minimum: 400, maximum: 599 }),
		code: text(
			"What happened; stable, never reused. New codes may come: take an unknown one by its status.",
			{ enum: errorCodes },
		),
		message: text("What a person should do about it."),
		requestId: text("The same as the header `X-Request-Id`.", { pattern: "^[A-Za-z0-9_-]{22}$" }),
		errors: objects("What is wrong with the body, if something is.", {
			pointer: text("Where in the body (RFC 6901).", { format: "json-pointer", examples: ["/username"] }),
			code: text("Which rule."),
			message: text("What to do."),
		}),
		csrf: text("A fresh CSRF token: repeat the request with it.", {
			pattern: "^[A-Za-z0-9._-]+$",
			maxLength: 512,
		}),
		retryAfter: integer("Seconds; the same as the header `Retry-After`.", { minimum: 1 }),
		challenge: text(
			"For the second step of a login or a reauthentication, or to add a second factor; good until `expiresAt`, once.",
			{ pattern: "^[A-Za-z0-9_-]+$", maxLength: 1024 },
		),
		expiresAt: text("When the challenge expires.", { format: "date-time" }),
		trustDevice: integer(
			"Seconds for which the user may trust the device, with `trustDevice` beside the code.",
			{ minimum: 1 },
		),
		methods: {
			type: "array",
			items: { type: "string", enum: reauthenticationMethods },
			description:
				"How the second factor can be proven. Of `reauthentication_required`: what the user can prove now at POST /api/auth/reauthenticate, `passkey` alone or `password`, with two-step login `password` together with another one.",
		},
		passkey: {
			type: "object",
			description:
				"If `methods` has passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()` (PasskeyRequest).",
		},
		acr: text("The least authentication that is required.", { enum: ["aal1", "aal2", "phr"] }),
		maxAge: integer("Seconds: how old the authentication may be.", { minimum: 0 }),
		reauthenticateAt: text(
			"The page on which a person authenticates again, as strongly as `acr` says; `next`, added to its query, brings them back.",
			{
				format: "uri",
				examples: ["https://login.example.com/reauthenticate?acr=aal2"],
			},
		),
	},
	title: "Problem",
	description: "Why a request was refused (RFC 9457).",
} as const;
