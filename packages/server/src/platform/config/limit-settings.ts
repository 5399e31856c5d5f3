/** Limits of requests, attempts and connections, and retention. */
import { duration, integer, oneOf, setting } from "./setting.ts";

export const limitSettings = {
	accountFailures: setting("10", integer(1, 1000)).means(
		"Failures per account and window before unknown devices have to wait; each known device has the same number of its own.",
	),
	accountLogins: setting("120", integer(1, 100_000)).means(
		"Right passwords per user and minute, at login, reauthentication and password change, and new recovery codes; further ones are answered 429 `rate_limited`.",
	),
	addressFailures: setting("100", integer(1, 1_000_000)).means(
		"Failures per client address (IPv6: /64, and eight times as many per /48) and window before it has to wait.",
	),
	csrfFailures: setting("100", integer(1, 1_000_000)).means(
		"Failures per CSRF token (of one page, or of one visitor) and window before it has to wait.",
	),
	refusalFloor: setting("300ms", duration("0s", "5s")).means(
		"Minimum response time for a wrong username or password, so that the time reveals nothing; longer while imported hashes take longer.",
	),
	failureWindow: setting("15m", duration("60s", "24h")).means("The window in which failures are counted."),
	failureDelay: setting("30s", duration("1s", "1h")).means(
		"First wait after too many failures; doubles each time.",
	),
	failureDelayMaximum: setting("1h", duration("1s", "24h")).means("Longest wait."),
	consecutiveFailures: setting("100", integer(10, 10_000)).means(
		"After this many failures without a success, unknown devices get one attempt at the account per longest wait.",
	),
	consecutiveAction: setting("wait", oneOf("wait", "close")).means(
		"`close`: that many failures in a row close the account to unknown devices instead, until its owner logs in from a known client or an operator unlocks it (NIST SP 800-63B-4). Anyone can cause that.",
	),
	bodyLimit: setting("16384", integer(1024, 1_048_576)).means("Largest request body in bytes."),
	headerLimit: setting("16384", integer(4096, 131_072)).means("Largest request head in bytes."),
	urlLimit: setting("2048", integer(256, 16_384)).means("Longest URL in bytes."),
	headerTimeout: setting("10s", duration("1s", "5m")).means("A request head must be complete within this."),
	requestTimeout: setting("15s", duration("1s", "5m")).means("A whole request must be complete within this."),
	writeTimeout: setting("30s", duration("1s", "5m")).means(
		"A response that the client has not read within this closes the connection; one over 240 kB has more time, at 8 kB/s.",
	),
	keepAlive: setting("75s", duration("1s", "10m")).means("How long an idle connection is kept."),
	connections: setting("4000", integer(1, 1_000_000)).means(
		"Open connections at a time; a new one replaces an idle one, or is closed at once. At most the open-file limit of the process, less 128.",
	),
	connectionRequests: setting("1000", integer(1, 1_000_000)).means(
		"After this many requests a connection is closed; its last response says so.",
	),
	stopDelay: setting("0s", duration("0s", "5m")).means(
		"How long a stopping instance still serves requests after `/readyz` has turned 503, so that a load balancer can switch first.",
	),
	stopTimeout: setting("15s", duration("0s", "5m")).means("How long a stop waits for running requests."),
	auditRetention: setting("90d", duration("1d", "3650d")).means("How long audit events are kept."),
	logLevel: setting("info", oneOf("debug", "info", "warn", "error", "silent")).means(
		"Lowest level that is logged.",
	),
} as const;
