import { type Config, ConfigError, type Tolerate } from "../../platform/config/config.ts";
import { isLoopback } from "../../platform/lib/is-loopback.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** Loads the settings. With mistakes, which are one line each, there is no configuration for further checks. */
export function checkSettings(load: (tolerate: Tolerate) => Config): {
	config: Config | null;
	checks: Check[];
} {
	try {
		const dangers: Check[] = [];
		const config = load((danger) =>
			dangers.push(failed("settings", danger, "The service does not start until this is repaired.")),
		);
		const doubts = [...dangers, ...doubtsOf(config)];
		return { config, checks: doubts.length > 0 ? doubts : [ok("settings", `base URL ${config.baseUrl}`)] };
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return { config: null, checks: error.mistakes.map((mistake) => failed("settings", mistake, null)) };
	}
}

function doubtsOf({ baseUrl, trustedProxies }: Config): Check[] {
	const doubts: Check[] = [];
	const { protocol, hostname } = new URL(baseUrl);
	if (protocol === "http:" && !isLoopback(hostname)) {
		doubts.push(
			warning(
				"settings",
				`${baseUrl} is plain http: passwords and cookies travel in the clear`,
				"Put a reverse proxy with TLS in front and make SALLYPORT_BASE_URL https.",
			),
		);
	}
	const wholeInternet = trustedProxies.filter((range) => range.endsWith("/0"));
	if (wholeInternet.length > 0) {
		doubts.push(
			warning(
				"settings",
				`SALLYPORT_TRUSTED_PROXIES trusts every address (${wholeInternet.join(", ")}): each client can claim any address`,
				"Name the addresses of the proxies only.",
			),
		);
	}
	return doubts;
}
