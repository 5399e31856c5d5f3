import { type ErrorCode, errorKind, type FieldError, LoginError } from "../errors.ts";
import { problemBody } from "../http/problem.ts";
import type { SecondFactorRequirement } from "../required-proof.ts";
import { headersOfError, type ResponseHeader } from "./response-headers.ts";

export type ErrorResponses = ReturnType<typeof createErrorResponses>;

export function createErrorResponses() {
	/** Each group of codes once, named by its codes. */
	const responses: Record<string, object> = {};
	/** Holds one complete body for each code. */
	const examples: Record<string, object> = {};

	/** The error responses of an operation, by status, as references. `ofSuccess`: the headers of its success. */
	function of(codes: ErrorCode[], ofSuccess: readonly ResponseHeader[] = []): Record<string, object> {
		const tellsRate = ofSuccess.includes("RateLimit");
		const byStatus = Map.groupBy(codes, (code) => errorKind(code).status);
		const references = [...byStatus].map(([status, group]) => {
			const name = [...group, ...(status === 429 && !tellsRate ? ["user"] : [])].join(".");
			responses[name] ??= errorResponse(group, headersOfError(status, group, tellsRate));
			for (const code of group) examples[code] ??= { summary: errorKind(code).title, value: exampleOf(code) };
			return [status, { $ref: `#/components/responses/${name}` }];
		});
		return Object.fromEntries(references);
	}

	return { of, responses, examples };
}

function errorResponse(codes: ErrorCode[], headers: object): object {
	const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
	return {
		description: codes.map((code) => `\`${code}\``).join(", "),
		headers,
		content: {
			"application/problem+json": {
				// Keywords beside a reference apply too (JSON Schema 2020-12).
				schema: { $ref: "#/components/schemas/Problem", properties: { code: { enum: codes } } },
				examples: Object.fromEntries(examples),
			},
		},
	};
}

const exampleErrors: Partial<Record<ErrorCode, FieldError>> = {
	validation_failed: { pointer: "/username", code: "required", message: "This member is required." },
	unknown_field: { pointer: "/role", code: "unknown_field", message: "There is no such member." },
	password_rejected: { pointer: "/newPassword", code: "too_short", message: "Use at least 15 characters." },
};

const exampleRequirement: SecondFactorRequirement = {
	challenge: "mZ0bq3E1",
	expiresAt: "2026-01-31T09:20:00.000Z",
	methods: ["totp", "recovery_code"],
};

function exampleOf(code: ErrorCode): unknown {
	const { status } = errorKind(code);
	const wrong = exampleErrors[code];
	const error = new LoginError(code, {
		...(status === 429 || status === 503 ? { retryAfter: 2 } : {}),
		...(code.startsWith("csrf_") ? { csrf: "c1.3q2-7wEj.pGk0VbXo5bG9hZGVk" } : {}),
		...(wrong === undefined ? {} : { errors: [wrong] }),
		...(code === "second_factor_required" ? { secondFactor: exampleRequirement } : {}),
		...(code === "reauthentication_required"
			? { stepUp: { acr: "aal2", maxAge: 900, methods: ["password", "totp", "recovery_code"] as const } }
			: {}),
		...(code === "insufficient_user_authentication" ? { stepUp: { acr: "aal2", maxAge: 300 } } : {}),
	});
	return JSON.parse(problemBody(error, "Zk3vXq0mJ8sQe1uYt5bLwA"));
}
