import { isIP } from "node:net";

/** Its message ends a sentence that begins with the setting. */
export class SettingError extends Error {}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** "90s", "15m", "12h", "30d" → milliseconds. */
export function parseDuration(text: string, least: string, most: string): number {
	const value = milliseconds(text);
	if (value === null) throw new SettingError("write a number and a unit, such as 30s, 15m, 12h or 90d");
	if (value < (milliseconds(least) ?? 0) || value > (milliseconds(most) ?? Number.POSITIVE_INFINITY)) {
		throw new SettingError(`must be between ${least} and ${most}`);
	}
	return value;
}

function milliseconds(text: string): number | null {
	const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
	return match === null ? null : Number(match[1]) * units[match[2] as keyof typeof units];
}

export function parseInteger(text: string, least: number, most: number): number {
	const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
	if (!(value >= least && value <= most))
		throw new SettingError(`must be a whole number between ${least} and ${most}`);
	return value;
}

/** An http(s) origin and an optional path prefix, without a slash at its end. */
export function parsePublicUrl(text: string): string {
	const url = URL.parse(text);
	if (url === null || !/^https?:$/.test(url.protocol))
		throw new SettingError("write a URL such as https://login.example.com");
	if (url.username !== "" || url.search !== "" || url.hash !== "") {
		throw new SettingError("must have no user, query or fragment");
	}
	const path = url.pathname.replace(/\/+$/, "");
	if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(path) || /\/\.\.?(\/|$)/.test(path)) {
		throw new SettingError("its path may have letters, digits and ._~- between the slashes");
	}
	return url.origin + path;
}

/** An address to listen on: no name that could turn out to be another one. */
export function parseAddress(text: string): string {
	if (isIP(text) !== 0 || text.toLowerCase() === "localhost") return text;
	throw new SettingError("write an IP address, such as 127.0.0.1 or 0.0.0.0, or localhost");
}

/** `sqlite:` and a path, or the URL of a PostgreSQL database. */
export function parseDatabaseUrl(text: string): string {
	if (/^(sqlite:|postgres(ql)?:\/\/)/.test(text)) return text;
	throw new SettingError(
		"must be sqlite:PATH or postgres://…, such as sqlite:/var/lib/sallyport/sallyport.db",
	);
}

/** Exact origins, separated by commas. */
export function parseOrigins(text: string): string[] {
	return listed(text).map((each) => {
		const url = URL.parse(each);
		if (url === null || !/^https?:$/.test(url.protocol))
			throw new SettingError(`"${each}" is not an exact origin such as https://app.example.com`);
		// Valid in a URL, but not in an Origin.
		if (/\*|^\.|\.\./.test(url.hostname))
			throw new SettingError(`"${each}" would match nothing: name each origin exactly, without wildcards`);
		if (url.origin !== each)
			throw new SettingError(`"${each}" would match nothing: browsers write that origin as ${url.origin}`);
		return each;
	});
}

/** Addresses and CIDR ranges, separated by commas. */
export function parseCidrList(text: string): string[] {
	return listed(text).map((each) => {
		const [address = "", length, ...rest] = each.split("/");
		const family = isIP(address);
		const most = family === 6 ? 128 : 32;
		const sound = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= most);
		if (family === 0 || !sound || rest.length > 0)
			throw new SettingError(`"${each}" is not an address or CIDR range`);
		return each;
	});
}

/** As a list of ranges, none of which is every address: else each client would choose its own. */
export function parseProxies(text: string): string[] {
	const ranges = parseCidrList(text);
	const all = ranges.find((each) => /\/0+$/.test(each));
	if (all === undefined) return ranges;
	throw new SettingError(
		`"${all}" is every address, so that each client could choose its own: name the proxies`,
	);
}

/** What is written between commas. */
export function listed(text: string): string[] {
	return text
		.split(",")
		.map((each) => each.trim())
		.filter((each) => each !== "");
}
