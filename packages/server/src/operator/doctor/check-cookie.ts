import type { Config } from "../../platform/config/config.ts";
import { createCookies } from "../../platform/http/cookies.ts";
import { ask } from "./ask.ts";
import { type Check, failed, ok } from "./check.ts";
import { cookieRefusal } from "./cookie-refusal.ts";

/**
 * Whether a browser would keep the session cookie: judged by the cookie before login, which has the same name rules and
 * attributes and is set for anybody who asks.
 */
export async function checkCookie(config: Config): Promise<Check[]> {
	const { baseUrl } = config;
	const { session, preSession } = createCookies(config);
	const asked = await ask(`${baseUrl}/api/auth/csrf`);
	const advice =
		"Let the reverse proxy pass Set-Cookie on unchanged: no proxy_cookie_path, no proxy_cookie_domain.";
	if ("problem" in asked)
		return [failed("cookie", `the csrf operation does not answer: ${asked.problem}`, advice)];
	const line = asked.answer.headers.getSetCookie().find((each) => each.startsWith(`${preSession.name}=`));
	if (line === undefined) {
		return [
			failed(
				"cookie",
				`the cookie ${preSession.name} does not arrive (status ${asked.answer.status})`,
				advice,
			),
		];
	}
	const refusal = cookieRefusal(line, baseUrl);
	if (refusal !== null)
		return [failed("cookie", `a browser would not keep ${session.name} as it is meant: ${refusal}`, advice)];
	return [ok("cookie", `a browser keeps ${session.name}`)];
}
