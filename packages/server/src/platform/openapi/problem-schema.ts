import { errorCodes, secondFactorMethods } from "../errors.ts";
import { closedObject } from "./operation.ts";

/** The body of every error response (RFC 9457), as http/problem.ts writes it. */
export const problemSchema = {
	type: "object",
	required: ["type", "title", "status", "code", "message", "requestId"],
	properties: {
		type: {
			type: "string",
			format: "uri",
			description: "`urn:sallyport:error:` and the code.",
			examples: ["urn:sallyport:error:invalid_credentials"],
		},
		title: { type: "string", description: "Short, the same for every occurrence of the code." },
		status: { type: "integer", minimum: 400, maximum: 599, description: "The status of the answer." },
		code: {
			type: "string",
			enum: errorCodes,
			description:
				"What happened; stable, never reused. New codes may come: take an unknown one by its status.",
		},
		message: { type: "string", description: "What a person should do about it." },
		requestId: {
			type: "string",
			pattern: "^[A-Za-z0-9_-]{22}$",
			description: "The same as the header `X-Request-Id`.",
		},
		errors: {
			type: "array",
			items: closedObject(null, null, {
				pointer: {
					type: "string",
					format: "json-pointer",
					description: "Where in the body (RFC 6901).",
					examples: ["/username"],
				},
				code: { type: "string", description: "Which rule." },
				message: { type: "string", description: "What to do." },
			}),
			description: "What is wrong with the body, if something is.",
		},
		csrf: {
			type: "string",
			pattern: "^[A-Za-z0-9._-]+$",
			maxLength: 512,
			description: "A fresh csrf value: repeat the request with it.",
		},
		retryAfter: {
			type: "integer",
			minimum: 1,
			description: "Seconds; the same as the header `Retry-After`.",
		},
		challenge: {
			type: "string",
			pattern: "^[A-Za-z0-9_-]+$",
			maxLength: 1024,
			description:
				"For the second step of a login or a reauthentication, or to add a second factor; good until `expiresAt`, once.",
		},
		expiresAt: { type: "string", format: "date-time", description: "When the challenge expires." },
		trustDevice: {
			type: "integer",
			minimum: 1,
			description: "Seconds for which the user may trust the device, with `trustDevice` beside the code.",
		},
		methods: {
			type: "array",
			items: { type: "string", enum: secondFactorMethods },
			description: "How the second factor can be proven.",
		},
		passkey: {
			type: "object",
			description:
				"If `methods` has passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()` (PasskeyRequest).",
		},
		acr: {
			type: "string",
			enum: ["aal1", "aal2", "phr"],
			description: "The least authentication that is demanded.",
		},
		maxAge: { type: "integer", minimum: 0, description: "Seconds: how old the authentication may be." },
		reauthenticateAt: {
			type: "string",
			format: "uri",
			description: "The page on which a person authenticates again; `next` brings them back.",
			examples: ["https://login.example.com/reauthenticate"],
		},
	},
	title: "Problem",
	description: "Why a request was refused (RFC 9457).",
} as const;
