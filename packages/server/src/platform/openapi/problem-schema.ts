import { errorCodes } from "../errors.ts";
import { Type } from "../lib/schema.ts";

/** The body of every refusal (RFC 9457), as http/problem.ts writes it. */
export const problemSchema = Type.Object(
	{
		type: Type.String({
			format: "uri",
			description: "`urn:sallyport:error:` and the code.",
			examples: ["urn:sallyport:error:invalid_credentials"],
		}),
		title: Type.String({ description: "Short, the same for every occurrence of the code." }),
		status: Type.Integer({ minimum: 400, maximum: 599, description: "The status of the answer." }),
		code: Type.Unsafe<string>({
			type: "string",
			enum: errorCodes,
			description:
				"What happened; stable, never reused. New codes may come: take an unknown one by its status.",
		}),
		message: Type.String({ description: "What a person should do about it." }),
		requestId: Type.String({
			pattern: "^[A-Za-z0-9_-]{22}$",
			description: "The same as the header `X-Request-Id`.",
		}),
		errors: Type.Optional(
			Type.Array(
				Type.Object({
					pointer: Type.String({
						format: "json-pointer",
						description: "Where in the body (RFC 6901).",
						examples: ["/username"],
					}),
					code: Type.String({ description: "Which rule." }),
					message: Type.String({ description: "What to do." }),
				}),
				{ description: "What is wrong with the body, if something is." },
			),
		),
		csrf: Type.Optional(
			Type.String({
				pattern: "^[A-Za-z0-9._-]+$",
				maxLength: 512,
				description: "A fresh csrf value: repeat the request with it.",
			}),
		),
		retryAfter: Type.Optional(
			Type.Integer({ minimum: 1, description: "Seconds; the same as the header `Retry-After`." }),
		),
	},
	{ title: "Problem", description: "Why a request was refused (RFC 9457)." },
);
