/** Sessions: who is calling, renew, list, end. */
import { randomUUID } from "node:crypto";
import { createJar } from "./jar.ts";
import {
	describe,
	expect,
	expectError,
	expectMembers,
	expectStatus,
	type HttpResponse,
	LeftOut,
	textOf,
	UUID,
} from "./response.ts";
import { claimsOf } from "./tokens.ts";
import type { Check } from "./visit.ts";

const SESSION = "/api/auth/session";
const times = ["createdAt", "authenticatedAt", "lastSeenAt", "expiresAt", "idleExpiresAt"];

export const session: Check[] = [
	{
		id: "session.bearer",
		promise: "A token says who is calling, as Authorization: Bearer.",
		section: 4,
		async run({ send, tokenLogin }) {
			const { response, credential } = await tokenLogin();
			const found = await send("GET", SESSION, { headers: await credential.headers() });
			expectIdentity(found, "token");
			expect(found.body?.id === response.body?.id, "it is another user than the one who logged in");
		},
	},
	{
		id: "session.cookie",
		promise: "A cookie says who is calling, without Authorization.",
		section: 4,
		async run({ send, cookieLogin }) {
			const { credential } = await cookieLogin();
			expectIdentity(await send("GET", SESSION, { headers: credential.jar.header() }), "cookie");
		},
	},
	{
		id: "session.groups",
		promise: "The session says the e-mail address of its user, or null, and the groups.",
		section: 12,
		async run({ send, cookieLogin }) {
			const { credential } = await cookieLogin();
			const { body } = await send("GET", SESSION, { headers: credential.jar.header() });
			if (body === null || !("groups" in body)) throw new LeftOut("this release has no groups");
			const { email, groups } = body;
			expect(email === null || typeof email === "string", `email is ${JSON.stringify(email)}`);
			const isList = Array.isArray(groups) && groups.every((each) => typeof each === "string");
			expect(isList, `groups is ${JSON.stringify(groups)}`);
		},
	},
	{
		id: "session.nobody",
		promise: "Without a credential it is 401 unauthenticated, and with a made-up token 401 invalid_token.",
		section: 7,
		async run({ send }) {
			expectError(await send("GET", SESSION), "unauthenticated");
			const headers = { authorization: "Bearer made.up.token" };
			expectError(await send("GET", SESSION, { headers }), "invalid_token");
		},
	},
	{
		id: "session.authorization-wins",
		promise: "If Authorization is present the cookie is ignored: an invalid token never falls back to it.",
		section: 2,
		async run({ send, cookieLogin }) {
			const { credential } = await cookieLogin();
			const headers = { ...(await credential.headers()), authorization: "Bearer made.up.token" };
			expectError(await send("GET", SESSION, { headers }), "invalid_token");
		},
	},
	{
		id: "session.list",
		promise: "One list shows the sessions of both kinds, and which one is calling.",
		section: 4,
		async run({ send, tokenLogin, cookieLogin }) {
			await cookieLogin();
			const { credential } = await tokenLogin();
			const response = await send("GET", "/api/auth/sessions", { headers: await credential.headers() });
			expectStatus(response, 200);
			const sessions = Array.isArray(response.body?.sessions) ? (response.body.sessions as object[]) : [];
			const kinds = new Set(sessions.map((each) => textOf(each, "kind")));
			expect(kinds.has("token") && kinds.has("cookie"), `sessions of ${[...kinds].join(", ") || "no kind"}`);
			const current = sessions.filter((each) => "current" in each && each.current === true);
			const own = claimsOf(credential).sid;
			expect(current.length === 1 && textOf(current[0], "id") === own, "current marks another session");
		},
	},
	{
		id: "session.foreign-id",
		promise: "Ending a session that the user does not have is 404 not_found.",
		section: 4,
		async run({ send, tokenLogin }) {
			const headers = await (await tokenLogin()).credential.headers();
			const path = `/api/auth/sessions/${randomUUID()}`;
			expectError(await send("DELETE", path, { headers }), "not_found");
		},
	},
	{
		id: "session.renew-token",
		promise: "Renewing a token gives another token of the same session, in the same three members.",
		section: 4,
		async run({ send, tokenLogin }) {
			const { credential } = await tokenLogin();
			const before = claimsOf(credential);
			const renewed = await send("POST", "/api/auth/renew", { headers: await credential.headers() });
			expectMembers(renewed, ["id", "message", "token"]);
			const after = claimsOf({ token: () => textOf(renewed.body, "token") });
			expect(after.sid === before.sid, "it is a token of another session");
			expect(after.jti !== before.jti, "it is the same token");
		},
	},
	{
		id: "session.renew-twice",
		promise: "Two renewals of a cookie at once are both answered, and both secrets work.",
		section: 4,
		async run({ send, cookieLogin }) {
			const { credential } = await cookieLogin();
			const headers = await credential.headers();
			const renewed = await Promise.all([1, 2].map(() => send("POST", "/api/auth/renew", { headers })));
			for (const response of renewed) {
				expectMembers(response, ["id", "message", "csrf", "expiresAt"]);
				const jar = createJar();
				jar.keep(response);
				expect(jar.find("-sid") !== null, "a renewal set no session cookie");
				expectStatus(await send("GET", SESSION, { headers: jar.header() }), 200);
				credential.keep(response);
			}
		},
	},
	{
		id: "session.end-other",
		promise: "A user ends another session of their own, and it is refused at once: 401 session_ended.",
		section: 4,
		async run({ account, send, tokenLogin, copiedLogins }) {
			const [, { credential: other }] = await copiedLogins();
			const headers = await (await tokenLogin()).credential.headers();
			const dead = await other.headers();
			const ended = await send("DELETE", `/api/auth/sessions/${claimsOf(other).sid}`, { headers });
			expectStatus(ended, 200);
			account.forget(other);
			expectError(await send("GET", SESSION, { headers: dead }), "session_ended");
		},
	},
	{
		id: "session.logout",
		promise: "A logout ends the session at once, be it carried by a cookie or a token: 401 session_ended.",
		section: 4,
		async run({ send, readerLogout, tokenLogout }) {
			const { response, cookie } = await readerLogout();
			expectStatus(response, 200);
			expectError(await send("GET", SESSION, { headers: cookie }), "session_ended");
			const byToken = await tokenLogout();
			expectStatus(byToken.response, 200);
			const headers = { authorization: `Bearer ${byToken.token}` };
			expectError(await send("GET", SESSION, { headers }), "session_ended");
		},
	},
	{
		id: "session.logout-again",
		promise: "A second logout is answered the same as the first, though there is no session.",
		section: 4,
		async run({ send, readerLogout }) {
			const { response, cookie } = await readerLogout();
			const again = await send("POST", "/api/auth/logout", { headers: cookie });
			expectStatus(again, 200);
			expect(again.text === response.text, `other words than at the first logout. ${describe(again)}`);
		},
	},
	{
		id: "session.logout-nobody",
		promise: "A logout without a session is 200 and changes nothing.",
		section: 4,
		run: async ({ send }) => expectStatus(await send("POST", "/api/auth/logout"), 200),
	},
];

/** More members are allowed. */
function expectIdentity(response: HttpResponse, kind: "token" | "cookie"): void {
	expectStatus(response, 200);
	const { body } = response;
	expect(UUID.test(textOf(body, "id")), "id is no UUID");
	for (const name of ["username", "displayName", "role"]) expect(textOf(body, name) !== "", `no ${name}`);
	const own = body?.session;
	expect(UUID.test(textOf(own, "id")), "session.id is no UUID");
	expect(textOf(own, "kind") === kind, `session.kind is ${textOf(own, "kind")}`);
	for (const name of times)
		expect(!Number.isNaN(Date.parse(textOf(own, name))), `session.${name} is no time`);
}
