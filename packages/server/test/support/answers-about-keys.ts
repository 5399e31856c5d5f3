/** What the service answers about access keys; a part of service/openapi-answers.test.ts. */
import type { Answer, Visitor } from "./visitor.ts";

export interface Given {
	body?: unknown;
	headers?: Record<string, string>;
	/** Where the route has a parameter. */
	id?: string;
}

type Call = (visitor: Visitor, route: string, given?: Given) => Promise<Answer>;

/** `user` has logged in just now; `program` is another client. */
export async function keysOf(call: Call, username: string, user: Visitor, program: Visitor): Promise<void> {
	const keys = "/api/auth/access-keys";
	const made = (await call(user, `POST ${keys}`, { body: { name: "ci" } })).body ?? {};
	const logIn = (body: object) =>
		call(program, "POST /api/auth/login", { body, headers: { csrf: String(made.csrf) } });
	const { token } = (await logIn({ username, password: made.key })).body ?? {};
	await logIn({ username, password: made.key, session: true });
	const headers = { authorization: `Bearer ${token}` };
	await call(program, "GET /api/auth/session", { headers });
	await call(program, "GET /api/auth/check", { headers });
	await call(program, `GET ${keys}`, { headers });
	await call(user, "GET /api/auth/sessions");
	await call(user, `GET ${keys}`);
	const id = String(made.id);
	await call(user, `PATCH ${keys}/{id}`, { id, body: { name: "backup" } });
	await call(user, `POST ${keys}/{id}/rotate`, { id, body: {} });
	await call(user, `DELETE ${keys}/{id}`, { id });
	await call(user, `POST ${keys}/{id}/rotate`, { id, body: {} });
	await logIn({ username, password: made.key });
	await call(program, `POST ${keys}/revoke`, { body: { keys: [made.key] } });
}
