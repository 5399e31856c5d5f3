import {
	at,
	type Breakage,
	breaks,
	editMembers,
	failWith,
	sentBody,
	status,
	succeed,
	withHeader,
	without,
} from "./breakages.ts";

const TOKEN = "POST /api/auth/token";

export const breakagesOfFrontEnds: Breakage[] = [
	breaks(
		"frontend.remember",
		at("POST /api/auth/login", sentBody(/"remember"/)),
		failWith("invalid_credentials"),
	),
	breaks(
		"frontend.token",
		at(TOKEN, status(200)),
		editMembers((members) => {
			members.expiresIn = 3600;
		}),
	),
	breaks(
		"frontend.token-csrf",
		at(TOKEN, withHeader("cookie"), without("csrf")),
		succeed({ token: "a.b.c" }),
	),
	breaks(
		"frontend.token-by-cookie",
		at("POST /api/auth/renew", status(403)),
		succeed({ id: "x", message: "Session renewed", token: "a.b.c" }),
	),
];

/** A release that knows neither. */
export const beforeFrontEnds: Breakage[] = [
	breaks("frontend.remember", at("POST /api/auth/login", sentBody(/"remember"/)), failWith("unknown_field")),
	breaks("frontend.token", at(TOKEN), failWith("not_found")),
];
