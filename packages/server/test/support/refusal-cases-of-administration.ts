/** Refusals of the administration. */
import { enrol } from "./authenticator.ts";
import { administrationOf } from "./people.ts";
import type { RefusalCase, Stage } from "./refusal-case.ts";
import type { Answer, Visitor } from "./visitor.ts";

interface Acts {
	admin: Visitor;
	adminId: string;
	/** Another user. */
	id: string;
	name: string;
}

/** An admin who has logged in just now, and a user. */
const byAdmin = (use: (acts: Acts) => Promise<Answer>) => async (stage: Stage) => {
	const { users } = administrationOf(stage.service);
	const [own, name] = [await stage.newUser(), await stage.newUser()];
	const admin = await stage.service.loggedIn(own);
	await enrol(stage.service, admin);
	await users.setRole(own, "admin");
	return use({ admin, adminId: (await users.find(own)).id, id: (await users.find(name)).id, name });
};

const users = "/api/admin/users";

export const refusalCasesOfAdministration: RefusalCase[] = [
	{
		name: "a cursor that was made up",
		request: byAdmin(({ admin }) => admin.get(`${users}?cursor=none`)),
		status: 400,
		code: "cursor_invalid",
	},
	{
		name: "a user of a name that another one has",
		request: byAdmin(({ admin, name }) => admin.post(users, { username: name })),
		status: 409,
		code: "username_taken",
	},
	{
		name: "an external id that another user has",
		async request(stage) {
			const { users: all } = administrationOf(stage.service);
			const name = await stage.newUser();
			await all.set(name, { externalId: name });
			return byAdmin(({ admin, id }) => admin.send("PATCH", `${users}/${id}`, { externalId: name }))(stage);
		},
		status: 409,
		code: "external_id_taken",
	},
	{
		name: "a group of a name that another one has",
		request: byAdmin(async ({ admin, name }) => {
			await admin.post("/api/admin/groups", { name });
			return admin.post("/api/admin/groups", { name });
		}),
		status: 409,
		code: "group_exists",
	},
	{
		name: "an application with an id that another one has",
		request: byAdmin(async ({ admin, name }) => {
			const app = { id: name, name, redirectUris: ["https://app.example.com/callback"] };
			await admin.post("/api/admin/clients", app);
			return admin.post("/api/admin/clients", app);
		}),
		status: 409,
		code: "client_exists",
	},
	{
		name: "more about a user than is stored",
		request: byAdmin(({ admin, id }) => {
			const names = Array.from({ length: 17 }, (_, index) => [`a${index}`, "x".repeat(256)]);
			return admin.send("PATCH", `${users}/${id}`, { attributes: Object.fromEntries(names) });
		}),
		status: 409,
		code: "limit_exceeded",
	},
	{
		name: "an admin who disables the own account",
		request: byAdmin(({ admin, adminId }) => admin.post(`${users}/${adminId}/disable`)),
		status: 409,
		code: "own_account",
	},
	{
		name: "an invitation of a user who has a password",
		request: byAdmin(({ admin, id }) => admin.post(`${users}/${id}/invite`, { deliver: "link" })),
		status: 409,
		code: "state_conflict",
	},
	{
		name: "a change of a user who was changed meanwhile",
		request: byAdmin(({ admin, id }) =>
			admin.send("PATCH", `${users}/${id}`, { locale: "de" }, { "if-match": '"v77"' }),
		),
		status: 412,
		code: "precondition_failed",
	},
	{
		name: "a rotation of keys of which another one is in use by then",
		request: byAdmin(({ admin }) => admin.post("/api/admin/keys/signing/rotate", { active: "none" })),
		status: 412,
		code: "precondition_failed",
	},
	{
		name: "another request with the Idempotency-Key of an earlier one",
		request: byAdmin(async ({ admin, name }) => {
			const headers = { "idempotency-key": "one" };
			await admin.post("/api/admin/groups", { name }, headers);
			return admin.post("/api/admin/groups", { name: `${name}-2` }, headers);
		}),
		status: 422,
		code: "idempotency_mismatch",
	},
];
