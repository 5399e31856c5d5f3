import { Counter, type Registry } from "prom-client";
import type { ErrorCode } from "../errors.ts";
import type { ReportedResponse } from "../http/response-report.ts";

const LOGIN = "/api/auth/login";
const SECOND_STEP = "/api/auth/login/second-factor";
const passwordOperations = new Map([
	["/api/auth/reauthenticate", "reauthenticate"],
	["/api/auth/password", "password"],
	["/api/auth/setup", "setup"],
]);

/** Present from the start: `rate()` would miss the event with which a series appears. */
const expected: ErrorCode[] = ["invalid_credentials", "rate_limited", "overloaded", "store_unavailable"];
const expectedOfSecondSteps: ErrorCode[] = ["second_factor_invalid", "challenge_invalid", "rate_limited"];

/**
 * Counts every response by route, and every checked password by its error code (CredStuff-1). `basePath`, the prefix of the
 * base URL, is left out of the labels.
 */
export function createCountResponses(registry: Registry, basePath: string) {
	const requests = new Counter({
		name: "sallyport_http_requests_total",
		help: "Answers, by route as registered (or unmatched) and class of status.",
		labelNames: ["route", "status"],
		registers: [registry],
	});
	const logins = new Counter({
		name: "sallyport_logins_total",
		help: "Calls of POST /api/auth/login: success or the code of the refusal, and the kind of session asked for.",
		labelNames: ["outcome", "kind"],
		registers: [registry],
	});
	const secondSteps = new Counter({
		name: "sallyport_second_steps_total",
		help: "Calls of POST /api/auth/login/second-factor: success or the code of the refusal.",
		labelNames: ["outcome"],
		registers: [registry],
	});
	const checks = new Counter({
		name: "sallyport_password_checks_total",
		help: "Calls of the other operations that take a password: success or the code of the refusal.",
		labelNames: ["operation", "outcome"],
		registers: [registry],
	});
	for (const outcome of ["success", ...expected]) {
		for (const kind of ["cookie", "token"]) logins.inc({ outcome, kind }, 0);
		for (const operation of passwordOperations.values()) checks.inc({ operation, outcome }, 0);
	}
	for (const kind of ["cookie", "token"]) logins.inc({ outcome: "second_factor_required", kind }, 0);
	for (const outcome of ["success", ...expectedOfSecondSteps]) secondSteps.inc({ outcome }, 0);

	return function countResponse({ route, status, code, body }: ReportedResponse): void {
		const outcome = code ?? (status < 400 ? "success" : "other");
		const path = (route?.startsWith(basePath) ? route.slice(basePath.length) : route) ?? "unmatched";
		requests.inc({ route: path, status: `${Math.floor(status / 100)}xx` });
		if (path === LOGIN) logins.inc({ outcome, kind: kindOf(body) });
		if (path === SECOND_STEP) secondSteps.inc({ outcome });
		const operation = passwordOperations.get(path);
		if (operation !== undefined) checks.inc({ operation, outcome });
	};
}

/** Unknown: an error before the body was read, such as a missing CSRF token. */
function kindOf(body: unknown): "cookie" | "token" | "unknown" {
	if (typeof body !== "object" || body === null) return "unknown";
	return "session" in body && body.session === true ? "cookie" : "token";
}
