import type { Config } from "../../platform/config/config.ts";
import type { Clock } from "../../platform/lib/clock.ts";
import { type Check, failed, ok, printable, warning } from "./check.ts";
import { get, type ReceivedResponse } from "./get.ts";

/** Whether the base URL leads to this service. `reached` is false when no further check there makes sense. */
export async function checkBaseUrl(
	{ baseUrl }: Config,
	running: boolean,
	clock: Clock,
): Promise<{ reached: boolean; checks: Check[] }> {
	const sentAt = clock();
	const result = await get(`${baseUrl}/.well-known/oauth-authorization-server`);
	const receivedAt = clock();
	const stop = (check: Check) => ({ reached: false, checks: [check] });
	if ("problem" in result) {
		if (!running)
			return stop(warning("base URL", `nothing answers at ${baseUrl}`, "Start the service: sallyport serve"));
		return stop(
			failed(
				"base URL",
				`the service runs, but ${baseUrl} does not lead to it: ${result.problem}`,
				"Check name resolution, the reverse proxy and its certificate (of a private CA: NODE_EXTRA_CA_CERTS), or correct SALLYPORT_BASE_URL.",
			),
		);
	}
	const { response } = result;
	const { issuer } = response.body ?? {};
	if (response.status !== 200 || typeof issuer !== "string") return stop(foreign(baseUrl, response));
	if (issuer !== baseUrl) {
		const fact = `${baseUrl} is answered by a service that calls itself ${printable(issuer)}`;
		const advice = "Set SALLYPORT_BASE_URL to the address that users type, and start the service again.";
		return stop(failed("base URL", fact, advice));
	}
	const clockCheck = checkClock(response, sentAt, receivedAt);
	return { reached: true, checks: [ok("base URL", `${baseUrl} leads to this service`), ...clockCheck] };
}

function foreign(baseUrl: string, { status, headers }: ReceivedResponse): Check {
	const location = headers.get("location");
	const redirect = location === null ? "" : `, a redirect to ${printable(location)}`;
	return failed(
		"base URL",
		`${baseUrl} is answered by something else (status ${status}${redirect})`,
		"Let the reverse proxy pass on every path below it unchanged, or correct SALLYPORT_BASE_URL.",
	);
}

/** The header Date has whole seconds, from some moment between sending and receiving. */
function checkClock({ headers }: ReceivedResponse, sentAt: number, receivedAt: number): Check[] {
	const date = Date.parse(headers.get("date") ?? "");
	if (Number.isNaN(date)) return [];
	const difference = date + 1000 < sentAt ? date + 1000 - sentAt : date > receivedAt ? date - receivedAt : 0;
	const seconds = Math.round(difference / 1000);
	if (Math.abs(seconds) <= 5) return [ok("clock", "agrees with the service")];
	const fact = `the response is dated ${seconds} s off this machine`;
	const advice = "Synchronize the clocks (NTP): tokens are refused too early, or before they are valid.";
	return [Math.abs(seconds) > 30 ? failed("clock", fact, advice) : warning("clock", fact, advice)];
}
