/** Who may administer over HTTP, and how lists are asked for. Nothing is changed by these checks, whatever a service makes of them. */
import {
	describe,
	expect,
	expectError,
	expectStatus,
	type HttpResponse,
	LeftOut,
	textOf,
} from "./response.ts";
import type { Check, Visit } from "./visit.ts";

const USERS = "/api/admin/users";

/** Unless the release is older than the administration, or answers it to other addresses. */
function requireOffered({ status }: HttpResponse): void {
	if (status === 404) throw new LeftOut("the service has no administration, or not for this address");
}

async function offered(response: Promise<HttpResponse>): Promise<HttpResponse> {
	const found = await response;
	requireOffered(found);
	return found;
}

/** The cookie of an admin, with the first page of the list of users. */
async function asAdmin({ listOfUsers }: Visit) {
	const { headers, list } = await listOfUsers();
	requireOffered(list);
	if (list.body?.code === "forbidden") throw new LeftOut("the user is no admin");
	return { headers, list };
}

export const administration: Check[] = [
	{
		id: "administration.nobody",
		promise: "The administration refuses a request without a credential: 401 unauthenticated.",
		section: 12,
		run: async ({ send }) => expectError(await offered(send("GET", USERS)), "unauthenticated"),
	},
	{
		id: "administration.token",
		promise: "No token of a person administers, an admin's too: 403 forbidden.",
		section: 12,
		async run({ send, tokenLogin, cookieToken }) {
			const byLogin = await (await tokenLogin()).credential.headers();
			expectError(await offered(send("GET", USERS, { headers: byLogin })), "forbidden");
			const ofCookie = { authorization: `Bearer ${textOf((await cookieToken()).body, "token")}` };
			expectError(await send("GET", USERS, { headers: ofCookie }), "forbidden");
		},
	},
	{
		id: "administration.write-guard",
		promise:
			"A change takes the CSRF token and the service's own origin: else 403 csrf_missing, or origin_forbidden.",
		section: 12,
		async run({ send, cookieLogin }) {
			const { csrf = "", ...cookie } = await (await cookieLogin()).credential.headers();
			// There is no user without a name.
			const change = (headers: Record<string, string>) => send("POST", USERS, { body: {}, headers });
			expectError(await offered(change(cookie)), "csrf_missing");
			expectError(await change({ ...cookie, csrf, "sec-fetch-site": "cross-site" }), "origin_forbidden");
		},
	},
	{
		id: "administration.list",
		promise: "An admin gets a page of users, and in next where another one begins, or null.",
		section: 12,
		async run(visit) {
			const { list } = await asAdmin(visit);
			expectStatus(list, 200);
			const { users, next } = list.body ?? {};
			expect(Array.isArray(users) && users.length <= 1, `${describe(list)}: users is not one user at most`);
			expect(next === null || typeof next === "string", `${describe(list)}: next is something else`);
		},
	},
	{
		id: "administration.filters",
		promise: "A parameter that no list has is refused, instead of listing everybody: 400 unknown_field.",
		section: 12,
		async run(visit) {
			const { headers } = await asAdmin(visit);
			expectError(await visit.send("GET", `${USERS}?usernam=ada`, { headers }), "unknown_field");
		},
	},
	{
		id: "administration.cursor",
		promise: "A cursor that the service has not made is refused: 400 cursor_invalid.",
		section: 12,
		async run(visit) {
			const { headers } = await asAdmin(visit);
			expectError(await visit.send("GET", `${USERS}?cursor=W10`, { headers }), "cursor_invalid");
		},
	},
];
