import type { AdminCall } from "@sallyport/client";

type Asked = NonNullable<AdminCall<"GET /users">["query"]>;

const DAY = 24 * 60 * 60_000;
const plain = ["q", "state", "role", "kind", "group", "secondFactor"] as const;

/** Parameters of the address that narrow the list of users. */
export const filterNames: readonly string[] = [...plain, "inactive"];

/** What the address asks for, as the service takes it; what it would refuse to know is left out. */
export function filtersIn(given: URLSearchParams, now: number = Date.now()): Asked {
	const asked: Record<string, string> = {};
	for (const name of [...plain, "sort", "cursor"]) {
		const value = given.get(name);
		if (value) asked[name] = value;
	}
	const days = Number(given.get("inactive"));
	// To the day: the second page has to ask for the same as the first.
	if (days > 0 && days < 10_000)
		asked.inactiveSince = new Date(Math.floor(now / DAY) * DAY - days * DAY).toISOString();
	return asked;
}
