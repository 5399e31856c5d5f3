import {
	at,
	type Breakage,
	breaks,
	breaksWith,
	dropHeader,
	editMembers,
	failWith,
	membersOf,
	type Passed,
	sentBody,
	status,
	succeed,
	withHeader,
	without,
} from "./breakages.ts";

const LOGIN = "POST /api/auth/login";
const SECOND_STEP = "POST /api/auth/login/second-factor";
const CSRF = "GET /api/auth/csrf";
const SESSION = "GET /api/auth/session";
const RENEW = "POST /api/auth/renew";
const REAUTHENTICATE = "POST /api/auth/reauthenticate";
const RECOVERY = "POST /api/auth/recovery";
const LOGOUT = "POST /api/auth/logout";

const cookiesOf = ({ response }: Passed) => [response.headers["set-cookie"] ?? []].flat();

const ofLogin: Breakage[] = [
	breaks(
		"login.token-answer",
		at(LOGIN, status(200), (passed) => !sentBody(/"session"/)(passed)),
		editMembers((members) => {
			members.expiresIn = 3600;
		}),
	),
	breaks(
		"login.session-false",
		at(LOGIN, status(200), sentBody(/"session":false/)),
		editMembers((members) => {
			members.message = "Welcome";
		}),
	),
	breaks(
		"login.session-answer",
		at(LOGIN, status(200), sentBody(/"session":true/)),
		editMembers((members) => {
			members.role = "admin";
		}),
	),
	breaks(
		"login.no-secret-in-body",
		at(LOGIN, status(200), sentBody(/"session":true/)),
		editMembers((members, passed) => {
			members.message = cookiesOf(passed).join();
		}),
	),
	breaks(
		"login.never-adopts",
		at(SESSION, withHeader("cookie", `sallyport-sid=${"A".repeat(43)}`)),
		succeed(),
	),
	breaks("login.refused", at(LOGIN, status(401)), failWith("unauthenticated")),
	breaks(
		"login.refused-alike",
		at(LOGIN, status(401), sentBody(/"ada"/)),
		editMembers((members) => {
			members.message = "The password is wrong.";
		}),
	),
	breaks("login.rate-limit", at(LOGIN, status(401)), dropHeader("ratelimit")),
	breaks("login.setup-link", at("POST /api/auth/setup/check"), failWith("setup_link_used")),
	breaks("login.ignores-authorization", at(LOGIN, withHeader("authorization")), failWith("invalid_token")),
];

const ofFactors: Breakage[] = [
	breaks("factors.challenge", at(SECOND_STEP, status(401)), failWith("second_factor_invalid")),
	breaks("factors.by-cookie", at("GET /api/auth/factors", status(403)), succeed()),
	breaks("factors.code", at(LOGIN, status(400), sentBody(/"code"/)), failWith("invalid_credentials")),
];

const ofMail: Breakage[] = [
	{
		...breaks(
			"mail.recovery-alike",
			(passed) => status(202)(passed) && sentBody(/"login":"ada"/)(passed),
			editMembers((members) => {
				members.message = "A mail was sent.";
			}),
		),
		https: true,
	},
	breaks("mail.recovery-of-one", at(RECOVERY, status(400)), succeed()),
];

const madeUp = withHeader("csrf", "c1.made.up");
const isRefusedCopy = ({ call, response }: Passed) =>
	response.status === 403 &&
	call.headers.cookie === undefined &&
	/^c1\..{60}/.test(String(call.headers.csrf));

const ofCsrf: Breakage[] = [
	breaksWith(
		"csrf.before-login",
		() => ({ first: "" }),
		(passed, state) => {
			if (!at(CSRF, status(200), without("cookie"))(passed)) return;
			state.first ||= String(membersOf(passed.response).csrf);
			succeed({ csrf: state.first })(passed);
		},
	),
	breaks("csrf.missing", at(LOGIN, without("csrf")), failWith("csrf_invalid")),
	breaks(
		"csrf.invalid",
		at(LOGIN, ({ call }) => String(call.headers.csrf).length > 512),
		succeed(),
	),
	breaks(
		"csrf.heals",
		at(LOGIN, madeUp),
		editMembers((members) => {
			delete members.csrf;
		}),
	),
	breaksWith(
		"csrf.bound",
		() => new Set<unknown>(),
		(passed, given) => {
			if (at(CSRF, without("cookie"))(passed)) given.add(membersOf(passed.response).csrf);
			if (at(LOGIN, without("cookie"))(passed) && given.has(passed.call.headers.csrf))
				failWith("validation_failed")(passed);
		},
	),
	breaks("csrf.page-source", at("GET /docs"), ({ response }) => {
		response.body = response.body.replace(/<meta name="csrf-token"[^>]*>/, "");
	}),
	breaks(
		"csrf.copied",
		at(LOGIN, status(200), without("cookie"), sentBody(/"session":false/)),
		failWith("csrf_invalid"),
	),
	breaks("csrf.no-identity", at(SESSION, withHeader("csrf"), without("cookie")), succeed()),
	breaksWith(
		"csrf.dies",
		() => new Set<unknown>(),
		(passed, given) => {
			if (at(CSRF, without("cookie"))(passed)) given.add(membersOf(passed.response).csrf);
			if (at(LOGIN, isRefusedCopy)(passed) && !given.has(passed.call.headers.csrf))
				failWith("validation_failed")(passed);
		},
	),
	breaks(
		"csrf.cookie-calls",
		at(RENEW, status(403), without("csrf")),
		editMembers((members) => {
			delete members.csrf;
		}),
	),
	breaks("csrf.bearer-calls", at(REAUTHENTICATE, withHeader("authorization")), failWith("csrf_missing")),
];

const bearer = withHeader("authorization");
const cookie = withHeader("cookie");

const ofSessions: Breakage[] = [
	breaks(
		"session.bearer",
		at(SESSION, status(200), bearer),
		editMembers((members) => {
			delete members.role;
		}),
	),
	breaks(
		"session.cookie",
		at(SESSION, status(200), cookie),
		editMembers((members) => {
			members.session = { ...(members.session as object), kind: "token" };
		}),
	),
	breaks(
		"session.groups",
		at(SESSION, cookie, status(200)),
		editMembers((members) => {
			members.groups = "analysts";
		}),
	),
	breaks("session.nobody", at(SESSION, status(401), bearer, without("cookie")), ({ response, call }) => {
		if (membersOf(response).code === "invalid_token") failWith("unauthenticated")({ response, call });
	}),
	breaks("session.authorization-wins", at(SESSION, bearer, cookie), succeed()),
	breaks(
		"session.list",
		at("GET /api/auth/sessions"),
		editMembers((members) => {
			for (const each of members.sessions as Array<{ current: boolean }>) each.current = false;
		}),
	),
	breaks(
		"session.foreign-id",
		({ call, response }) => call.method === "DELETE" && response.status === 404,
		failWith("forbidden"),
	),
	breaks(
		"session.renew-token",
		at(RENEW, status(200), bearer),
		editMembers((members) => {
			members.expiresIn = 3600;
		}),
	),
	breaksWith(
		"session.renew-twice",
		() => ({ renewals: 0 }),
		(passed, state) => {
			if (!at(RENEW, status(200), cookie)(passed)) return;
			state.renewals += 1;
			if (state.renewals > 1) failWith("session_ended")(passed);
		},
	),
	breaksWith(
		"session.end-other",
		() => ({ ended: false }),
		(passed, state) => {
			if (state.ended && at(SESSION, bearer)(passed)) succeed()(passed);
			state.ended = passed.call.method === "DELETE" && passed.response.status === 200;
		},
	),
	breaksWith(
		"session.logout",
		() => new Set<unknown>(),
		(passed, ended) => {
			const { authorization } = passed.call.headers;
			if (at(LOGOUT, bearer)(passed)) ended.add(authorization);
			if (at(SESSION)(passed) && ended.has(authorization)) failWith("unauthenticated")(passed);
		},
	),
	breaks(
		"session.logout-again",
		at(LOGOUT, cookie, without("csrf")),
		succeed({ message: "No one is there" }),
	),
	breaks(
		"session.logout-nobody",
		at(LOGOUT, without("cookie"), without("authorization")),
		failWith("forbidden"),
	),
];

export const breakagesOfRequests = [...ofLogin, ...ofFactors, ...ofCsrf, ...ofSessions, ...ofMail];
