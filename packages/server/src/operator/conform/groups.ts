import type { Check } from "./check.ts";
import { cookies } from "./check-cookies.ts";
import { csrf } from "./check-csrf.ts";
import { discovery } from "./check-discovery.ts";
import { errors } from "./check-errors.ts";
import { gateway } from "./check-gateway.ts";
import { headers } from "./check-headers.ts";
import { limits } from "./check-limits.ts";
import { login } from "./check-login.ts";
import { origin } from "./check-origin.ts";
import { session } from "./check-session.ts";
import { token } from "./check-token.ts";

/** In the order in which they run: the last three look back at the answers of all others. */
export const groups: Record<string, Check[]> = {
	login,
	csrf,
	session,
	token,
	gateway,
	discovery,
	origin,
	limits,
	errors,
	cookies,
	headers,
};
