/** Limits of requests, attempts and connections, and retention. */
import { duration, integer, oneOf, setting } from "./setting.ts";

export const limitSettings = {
	accountFailures: setting(
		"ACCOUNT_FAILURES",
		"10",
		integer(1, 1000),
		"Failures per account and window before unknown clients have to wait; each known device has the same number of its own.",
	),
	accountLogins: setting(
		"ACCOUNT_LOGINS",
		"120",
		integer(1, 100_000),
		"Right passwords per user and minute, at login, reauthentication and password change; further ones are answered 429 `rate_limited`.",
	),
	addressFailures: setting(
		"ADDRESS_FAILURES",
		"100",
		integer(1, 1_000_000),
		"Failures per client address (IPv6: /64, and eight times as many per /48) and window before it has to wait.",
	),
	csrfFailures: setting(
		"CSRF_FAILURES",
		"100",
		integer(1, 1_000_000),
		"Failures per CSRF token (of one page, or of one visitor) and window before it has to wait.",
	),
	refusalFloor: setting(
		"REFUSAL_FLOOR",
		"300ms",
		duration("0s", "5s"),
		"Minimum response time for a wrong username or password, so that the time reveals nothing; longer while imported hashes take longer.",
	),
	failureWindow: setting(
		"FAILURE_WINDOW",
		"15m",
		duration("60s", "24h"),
		"The window in which failures are counted.",
	),
	failureDelay: setting(
		"FAILURE_DELAY",
		"30s",
		duration("1s", "1h"),
		"First wait after too many failures; doubles each time.",
	),
	failureDelayMaximum: setting("FAILURE_DELAY_MAXIMUM", "1h", duration("1s", "24h"), "Longest wait."),
	consecutiveFailures: setting(
		"CONSECUTIVE_FAILURES",
		"100",
		integer(10, 10_000),
		"After this many failures without a success, unknown clients get one attempt at the account per longest wait.",
	),
	consecutiveAction: setting(
		"CONSECUTIVE_ACTION",
		"wait",
		oneOf("wait", "close"),
		"`close`: that many failures in a row close the account to unknown clients instead, until its owner logs in from a known client or an admin unlocks it (NIST SP 800-63B-4). Anyone can cause that.",
	),
	bodyLimit: setting("BODY_LIMIT", "16384", integer(1024, 1_048_576), "Largest request body in bytes."),
	headerLimit: setting("HEADER_LIMIT", "16384", integer(4096, 131_072), "Largest request head in bytes."),
	urlLimit: setting("URL_LIMIT", "2048", integer(256, 16_384), "Longest URL in bytes."),
	headerTimeout: setting(
		"HEADER_TIMEOUT",
		"10s",
		duration("1s", "5m"),
		"A request head must be complete within this.",
	),
	requestTimeout: setting(
		"REQUEST_TIMEOUT",
		"15s",
		duration("1s", "5m"),
		"A whole request must be complete within this.",
	),
	writeTimeout: setting(
		"WRITE_TIMEOUT",
		"30s",
		duration("1s", "5m"),
		"A response that the client has not read within this closes the connection; one over 240 kB has more time, at 8 kB/s.",
	),
	keepAlive: setting("KEEP_ALIVE", "75s", duration("1s", "10m"), "How long an idle connection is kept."),
	connections: setting(
		"CONNECTIONS",
		"4000",
		integer(1, 1_000_000),
		"Open connections at a time; a new one replaces an idle one, or is closed at once. At most the open-file limit of the process, less 128.",
	),
	connectionRequests: setting(
		"CONNECTION_REQUESTS",
		"1000",
		integer(1, 1_000_000),
		"After this many requests a connection is closed; its last response says so.",
	),
	stopDelay: setting(
		"STOP_DELAY",
		"0s",
		duration("0s", "5m"),
		"How long a stopping instance still serves requests after `/readyz` has turned 503, so that a load balancer can switch first.",
	),
	stopTimeout: setting(
		"STOP_TIMEOUT",
		"15s",
		duration("0s", "5m"),
		"How long a stop waits for running requests.",
	),
	auditRetention: setting(
		"AUDIT_RETENTION",
		"90d",
		duration("1d", "3650d"),
		"How long audit events are kept.",
	),
	logLevel: setting(
		"LOG_LEVEL",
		"info",
		oneOf("debug", "info", "warn", "error", "silent"),
		"Lowest level that is logged.",
	),
} as const;
