/** Refusals of second factors. */
import { type Authenticator, answerChallenge, enrol, wrongCode } from "./authenticator.ts";
import { setRole } from "./enrolment.ts";
import { bearerOf } from "./own-session.ts";
import { plantInstance } from "./plant-instance.ts";
import type { RefusalCase, Stage } from "./refusal-case.ts";
import { ADMIN_PASSWORD } from "./service.ts";
import type { Answer, Visitor } from "./visitor.ts";

interface UserWithApp {
	stage: Stage;
	name: string;
	visitor: Visitor;
	app: Authenticator;
}

/** A user with an authenticator app. */
const withApp = (use: (user: UserWithApp) => Promise<Answer>) => async (stage: Stage) => {
	const name = await stage.newUser();
	const visitor = await stage.service.loggedIn(name);
	return use({ stage, name, visitor, app: await enrol(stage.service, visitor) });
};

/** How a user logs in, and all their data: an API that got a token must not have them. x is no factor. */
const byCookieOnly = [
	"GET factors",
	"POST factors/totp",
	"POST factors/totp/activate",
	"POST factors/passkey/options",
	"POST factors/passkey",
	"PATCH factors/x",
	"DELETE factors/x",
	"PUT second-factor",
	"POST recovery-codes",
	"POST email",
	"POST email/confirm",
	"GET export",
];

const byFreshToken: RefusalCase[] = byCookieOnly.map((operation) => ({
	name: `${operation} by the token of a login just now`,
	async request(stage) {
		const visitor = stage.service.visitor();
		const login = await visitor.logIn(await stage.newUser(), ADMIN_PASSWORD);
		const [method = "", path] = operation.split(" ");
		return visitor.send(method, `/api/auth/${path}`, undefined, bearerOf(login));
	},
	status: 403,
	code: "forbidden",
}));

export const refusalCasesOfFactors: RefusalCase[] = [
	...byFreshToken,
	{
		name: "the list of factors by the token of a cookie session",
		request: withApp(async ({ stage, visitor }) =>
			stage.service.visitor().get("/api/auth/factors", bearerOf(await visitor.post("/api/auth/token"))),
		),
		status: 403,
		code: "forbidden",
	},
	{
		name: "a right password without the second factor",
		request: withApp(({ stage, name }) => stage.service.visitor().logIn(name, ADMIN_PASSWORD)),
		status: 401,
		code: "second_factor_required",
	},
	{
		name: "a wrong code in the second step",
		request: withApp(async ({ stage, name, app }) => {
			const other = stage.service.visitor();
			return answerChallenge(other, await other.logIn(name, ADMIN_PASSWORD), wrongCode(app));
		}),
		status: 401,
		code: "second_factor_invalid",
	},
	{
		name: "a challenge that was made up",
		request: withApp(({ stage, app }) => {
			const body = { challenge: "x", code: app.next() };
			return stage.service.visitor().post("/api/auth/login/second-factor", body);
		}),
		status: 401,
		code: "challenge_invalid",
	},
	{
		name: "a third authenticator app",
		request: withApp(async ({ stage, visitor }) => {
			await enrol(stage.service, visitor);
			return visitor.post("/api/auth/factors/totp");
		}),
		status: 409,
		code: "factor_exists",
	},
	{
		name: "two-step login without a second factor",
		request: withApp(async ({ visitor, app }) => {
			await visitor.delete(`/api/auth/factors/${app.id}`);
			return visitor.send("PUT", "/api/auth/second-factor", { on: true });
		}),
		status: 409,
		code: "factor_missing",
	},
	{
		name: "two-step login beside an instance of an earlier release",
		request: withApp(async ({ stage, visitor }) => {
			await visitor.send("PUT", "/api/auth/second-factor", { on: false });
			const remove = await plantInstance(stage.service, "0.1.0");
			return visitor.send("PUT", "/api/auth/second-factor", { on: true }).finally(remove);
		}),
		status: 503,
		code: "upgrade_in_progress",
	},
	{
		name: "an admin without the second factor that admins need",
		request: async (stage) => {
			const name = await stage.newUser();
			await setRole(stage.service, name, "admin");
			return stage.service.visitor().logIn(name, ADMIN_PASSWORD);
		},
		status: 401,
		code: "enrolment_required",
	},
	{
		name: "an admin who turns two-step login off",
		request: withApp(async ({ stage, name, visitor }) => {
			await setRole(stage.service, name, "admin");
			return visitor.send("PUT", "/api/auth/second-factor", { on: false });
		}),
		status: 409,
		code: "second_factor_demanded",
	},
];
