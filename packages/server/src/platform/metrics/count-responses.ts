import type { ErrorCode } from "../errors.ts";
import type { ReportedResponse } from "../http/response-report.ts";
import { Counter, type Registry } from "./prom-client.ts";

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

/** Computed once per route instead of at every response. */
interface CountedRoute {
	label: string;
	/** By the first digit of the status; created with its first response. */
	byClass: Array<{ inc(): void } | undefined>;
	isLogin: boolean;
	isSecondStep: boolean;
	operation: string | undefined;
}

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
	const routes = new Map<string | null, CountedRoute>();

	function countedRoute(route: string | null): CountedRoute {
		const path = route?.startsWith(basePath) ? route.slice(basePath.length) : route;
		const operation = path === null ? undefined : passwordOperations.get(path);
		const label = path ?? "unmatched";
		return { label, byClass: [], isLogin: path === LOGIN, isSecondStep: path === SECOND_STEP, operation };
	}

	return function countResponse({ route, status, code, body }: ReportedResponse): void {
		const outcome = code ?? (status < 400 ? "success" : "other");
		const counted = routes.get(route) ?? countedRoute(route);
		routes.set(route, counted);
		const { label, byClass, isLogin, isSecondStep, operation } = counted;
		const statusClass = Math.floor(status / 100);
		byClass[statusClass] ??= requests.labels({ route: label, status: `${statusClass}xx` });
		byClass[statusClass].inc();
		if (isLogin) logins.inc({ outcome, kind: kindOf(body) });
		if (isSecondStep) secondSteps.inc({ outcome });
		if (operation !== undefined) checks.inc({ operation, outcome });
	};
}

/** Unknown: an error before the body was read, such as a missing CSRF token. */
function kindOf(body: unknown): "cookie" | "token" | "unknown" {
	if (typeof body !== "object" || body === null) return "unknown";
	return "session" in body && body.session === true ? "cookie" : "token";
}
