/** How much the service takes, from whom, and what it keeps. */
import { duration, integer, oneOf, setting } from "./setting.ts";

export const limitSettings = {
	accountFailures: setting(
		"ACCOUNT_FAILURES",
		"10",
		integer(1, 1000),
		"Failures per account and window before strangers have to wait; a known device has as many of its own.",
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
		"Failures per csrf value (all of one page, or of one visitor) and window before it has to wait.",
	),
	refusalFloor: setting(
		"REFUSAL_FLOOR",
		"300ms",
		duration("0s", "5s"),
		"A wrong username or password is answered no sooner, so that the time tells nothing; later while imported hashes take longer.",
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
		"After so many failures without a success, strangers get one attempt at the account per longest wait.",
	),
	consecutiveAction: setting(
		"CONSECUTIVE_ACTION",
		"wait",
		oneOf("wait", "close"),
		"`close`: so many failures in a row close the account to strangers instead, until its owner logs in from a known client or an admin unlocks it (NIST SP 800-63B-4). Any stranger can cause that.",
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
		"A response that its client has not taken within this closes the connection; one over 240 kB has more time, at 8 kB/s.",
	),
	keepAlive: setting("KEEP_ALIVE", "75s", duration("1s", "10m"), "How long an idle connection is kept."),
	connections: setting(
		"CONNECTIONS",
		"4000",
		integer(1, 1_000_000),
		"Open connections at a time; a new one takes the place of one that is idle, or is closed at once. Never more than the process may have open files, less 128.",
	),
	connectionRequests: setting(
		"CONNECTION_REQUESTS",
		"1000",
		integer(1, 1_000_000),
		"After so many requests a connection is closed, as its last response says.",
	),
	stopDelay: setting(
		"STOP_DELAY",
		"0s",
		duration("0s", "5m"),
		"How long a stop goes on answering after `/readyz` has turned 503, so that a load balancer can look elsewhere first.",
	),
	stopTimeout: setting(
		"STOP_TIMEOUT",
		"15s",
		duration("0s", "5m"),
		"How long a stop waits for requests under way.",
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
		"Least level that is logged.",
	),
} as const;
