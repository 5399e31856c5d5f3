import { type ErrorCode, errorCodes } from "../errors.ts";
import type { Answered } from "../http/report-answers.ts";
import { Counter, type Registry } from "./prom-client.ts";

const LOGIN = "/api/auth/login";
const passwordOperations = new Map([
	["/api/auth/reauthenticate", "reauthenticate"],
	["/api/auth/password", "password"],
	["/api/auth/setup", "setup"],
]);

/** What rates are asked of: a series that appears with its first event would hide that event from them. */
const expected: ErrorCode[] = ["invalid_credentials", "rate_limited", "overloaded", "store_unavailable"];

/** What is known of a route without asking again at every answer. */
interface CountedRoute {
	label: string;
	/** By the first digit of the status; made with the first answer of each. */
	byClass: Array<{ inc(): void } | undefined>;
	isLogin: boolean;
	operation: string | undefined;
}

/**
 * Counts every answer by its route, and what became of passwords by the code of the refusal (CredStuff-1).
 * `basePath` is the prefix of the base URL, which dashboards need not know.
 */
export function createCountAnswers({ registry, basePath }: { registry: Registry; basePath: string }) {
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
	const routes = new Map<string | null, CountedRoute>();
	const codes = new Set<string>(errorCodes);

	function countedRoute(route: string | null): CountedRoute {
		const path = route?.startsWith(basePath) ? route.slice(basePath.length) : route;
		const operation = path === null ? undefined : passwordOperations.get(path);
		return { label: path ?? "unmatched", byClass: [], isLogin: path === LOGIN, operation };
	}

	return function countAnswer({ route, status, code, body }: Answered): void {
		const counted = routes.get(route) ?? countedRoute(route);
		routes.set(route, counted);
		const { label, byClass, isLogin, operation } = counted;
		const statusClass = Math.floor(status / 100);
		byClass[statusClass] ??= requests.labels({ route: label, status: `${statusClass}xx` });
		byClass[statusClass].inc();
		if (isLogin) logins.inc({ outcome: outcomeOf(status, code), kind: kindOf(body) });
		if (operation !== undefined) checks.inc({ operation, outcome: outcomeOf(status, code) });
	};

	function outcomeOf(status: number, code: string | null): string {
		if (code !== null && codes.has(code)) return code;
		return status < 400 ? "success" : "other";
	}
}

/** Unknown: refused before the body was read, as for a missing csrf value. */
function kindOf(body: unknown): "cookie" | "token" | "unknown" {
	if (typeof body !== "object" || body === null) return "unknown";
	return "session" in body && body.session === true ? "cookie" : "token";
}
