/** Refusals of access keys. */
import { bearerOf } from "./own-session.ts";
import { loggedIn, type RefusalCase, type Stage } from "./refusal-case.ts";
import type { Answer } from "./visitor.ts";

interface AccountWithKey {
	stage: Stage;
	id: string;
	logIn(): Promise<Answer>;
}

/** A service account with a key that is limited to a scope. */
const withKey = (use: (account: AccountWithKey) => Promise<Answer>) => async (stage: Stage) => {
	const { users, accessKeys } = stage.service.running.deployment.administration;
	const name = `${await stage.newUser()}-service`;
	await users.add({ name, kind: "service", role: "user", passwordHash: null });
	const { key, secret } = await accessKeys.add(name, { name: "ci", days: 1, scopes: ["reports:read"] });
	const headers = { csrf: `k1.${key.csrfReference}` };
	const logIn = () =>
		stage.service.visitor().post("/api/auth/login", { username: name, password: secret }, headers);
	return use({ stage, id: key.id, logIn });
};

export const refusalCasesOfAccessKeys: RefusalCase[] = [
	{
		name: "a login with an access key that was ended",
		request: withKey(async ({ stage, id, logIn }) => {
			await stage.service.running.deployment.administration.accessKeys.end(id);
			return logIn();
		}),
		status: 401,
		code: "access_key_ended",
	},
	{
		name: "a login with an access key after its end",
		request: withKey(async ({ stage, logIn }) => {
			stage.service.travel(86_400_000);
			return logIn();
		}),
		status: 401,
		code: "access_key_expired",
	},
	{
		name: "a check that asks an access key for another scope",
		request: withKey(async ({ stage, logIn }) =>
			stage.service.visitor().get("/api/auth/check?scope=reports:write", bearerOf(await logIn())),
		),
		status: 403,
		code: "insufficient_scope",
	},
	{
		name: "a rotation of an access key that was ended",
		request: loggedIn(async (visitor) => {
			const { id } = (await visitor.post("/api/auth/access-keys", { name: "ci" })).body ?? {};
			await visitor.delete(`/api/auth/access-keys/${id}`);
			return visitor.post(`/api/auth/access-keys/${id}/rotate`, {});
		}),
		status: 409,
		code: "access_key_inactive",
	},
	{
		name: "the fifty-first access key of a user",
		request: loggedIn(async (visitor) => {
			for (let made = 0; made < 50; made++) await visitor.post("/api/auth/access-keys", { name: "ci" });
			return visitor.post("/api/auth/access-keys", { name: "ci" });
		}),
		status: 409,
		code: "access_key_limit",
	},
];
