import { at, type Breakage, breaks, failWith, setHeader, withHeader } from "./breakages.ts";

const LOGIN = "POST /api/auth/login";
const CSRF = "GET /api/auth/csrf";
const REAUTHENTICATE = "POST /api/auth/reauthenticate";

const passes = failWith("validation_failed");
export const breakagesOfOrigins: Breakage[] = [
	breaks("origin.own", at(LOGIN, withHeader("sec-fetch-site", "same-origin")), failWith("origin_forbidden")),
	breaks("origin.null", at(LOGIN, withHeader("origin", "null")), passes),
	breaks("origin.foreign", at(LOGIN, withHeader("origin", "https://conform.invalid")), passes),
	breaks("origin.other-port", at(LOGIN, withHeader("origin", "http://localhost:1")), passes),
	breaks("origin.same-site", at(LOGIN, withHeader("sec-fetch-site", "same-site")), passes),
	breaks("origin.cross-site", at(LOGIN, withHeader("sec-fetch-site", "cross-site")), passes),
	breaks("origin.cookie-calls", at(REAUTHENTICATE, withHeader("origin", "null")), passes),
	breaks(
		"origin.no-cors",
		at(CSRF, withHeader("origin")),
		setHeader("access-control-allow-origin", "https://conform.invalid"),
	),
];
