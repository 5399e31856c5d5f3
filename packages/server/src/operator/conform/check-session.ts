/** Sessions: who am I, renew, list, end. */

import { randomUuid } from "../../platform/lib/random.ts";
import {
	type Answer,
	demandMembers,
	demandRefusal,
	demandStatus,
	described,
	textOf,
	UUID,
} from "./answer.ts";
import { type Check, demand } from "./check.ts";
import { claimsOf } from "./claims.ts";
import { createJar } from "./jar.ts";

const SESSION = "/api/auth/session";
const times = ["createdAt", "authenticatedAt", "lastSeenAt", "expiresAt", "idleExpiresAt"];

export const session: Check[] = [
	{
		id: "session.bearer",
		promise: "A token says who is calling, as Authorization: Bearer.",
		section: 4,
		async run({ ask, tokenLogin }) {
			const { answer, holder } = await tokenLogin();
			const found = await ask("GET", SESSION, { headers: await holder.headers() });
			demandWhoAmI(found, "token");
			demand(found.body?.id === answer.body?.id, "it is another user than the one who logged in");
		},
	},
	{
		id: "session.cookie",
		promise: "A cookie says who is calling, without Authorization.",
		section: 4,
		async run({ ask, cookieLogin }) {
			const { holder } = await cookieLogin();
			demandWhoAmI(await ask("GET", SESSION, { headers: holder.jar.header() }), "cookie");
		},
	},
	{
		id: "session.nobody",
		promise: "Without a credential it is 401 unauthenticated, and with a made-up token 401 invalid_token.",
		section: 7,
		async run({ ask }) {
			demandRefusal(await ask("GET", SESSION), "unauthenticated");
			const headers = { authorization: "Bearer made.up.token" };
			demandRefusal(await ask("GET", SESSION, { headers }), "invalid_token");
		},
	},
	{
		id: "session.authorization-wins",
		promise: "If Authorization is present the cookie is ignored: an invalid token never falls back to it.",
		section: 2,
		async run({ ask, cookieLogin }) {
			const { holder } = await cookieLogin();
			const headers = { ...(await holder.headers()), authorization: "Bearer made.up.token" };
			demandRefusal(await ask("GET", SESSION, { headers }), "invalid_token");
		},
	},
	{
		id: "session.list",
		promise: "One list shows the sessions of both kinds, and which one is calling.",
		section: 4,
		async run({ ask, tokenLogin, cookieLogin }) {
			await cookieLogin();
			const { holder } = await tokenLogin();
			const answer = await ask("GET", "/api/auth/sessions", { headers: await holder.headers() });
			demandStatus(answer, 200);
			const sessions = Array.isArray(answer.body?.sessions) ? (answer.body.sessions as object[]) : [];
			const kinds = new Set(sessions.map((each) => textOf(each, "kind")));
			demand(kinds.has("token") && kinds.has("cookie"), `sessions of ${[...kinds].join(", ") || "no kind"}`);
			const current = sessions.filter((each) => "current" in each && each.current === true);
			const own = claimsOf(holder).sid;
			demand(current.length === 1 && textOf(current[0], "id") === own, "current marks another session");
		},
	},
	{
		id: "session.foreign-id",
		promise: "To end a session that is not one's own is 404 not_found.",
		section: 4,
		async run({ ask, random, tokenLogin }) {
			const headers = await (await tokenLogin()).holder.headers();
			const path = `/api/auth/sessions/${randomUuid(random)}`;
			demandRefusal(await ask("DELETE", path, { headers }), "not_found");
		},
	},
	{
		id: "session.renew-token",
		promise: "Renewing a token gives another token of the same session, in the same three members.",
		section: 4,
		async run({ ask, tokenLogin }) {
			const { holder } = await tokenLogin();
			const before = claimsOf(holder);
			const renewed = await ask("POST", "/api/auth/renew", { headers: await holder.headers() });
			demandMembers(renewed, ["id", "message", "token"]);
			const after = claimsOf({ token: () => textOf(renewed.body, "token") });
			demand(after.sid === before.sid, "it is a token of another session");
			demand(after.jti !== before.jti, "it is the same token");
		},
	},
	{
		id: "session.renew-twice",
		promise: "Two renewals of a cookie at once are both answered, and both secrets work.",
		section: 4,
		async run({ ask, cookieLogin }) {
			const { holder } = await cookieLogin();
			const headers = await holder.headers();
			const renewed = await Promise.all([1, 2].map(() => ask("POST", "/api/auth/renew", { headers })));
			for (const answer of renewed) {
				demandMembers(answer, ["id", "message", "csrf", "expiresAt"]);
				const jar = createJar();
				jar.keep(answer);
				demand(jar.find("-sid") !== null, "a renewal set no session cookie");
				demandStatus(await ask("GET", SESSION, { headers: jar.header() }), 200);
				holder.keep(answer);
			}
		},
	},
	{
		id: "session.end-other",
		promise: "A user ends another session of their own, and it is refused at once: 401 session_ended.",
		section: 4,
		async run({ account, ask, tokenLogin, copiedLogins }) {
			const [, { holder: other }] = await copiedLogins();
			const headers = await (await tokenLogin()).holder.headers();
			const dead = await other.headers();
			const ended = await ask("DELETE", `/api/auth/sessions/${claimsOf(other).sid}`, { headers });
			demandStatus(ended, 200);
			account.forget(other);
			demandRefusal(await ask("GET", SESSION, { headers: dead }), "session_ended");
		},
	},
	{
		id: "session.logout",
		promise: "A logout ends the session at once, be it carried by a cookie or a token: 401 session_ended.",
		section: 4,
		async run({ ask, readerLogout, tokenLogout }) {
			const { answer, cookie } = await readerLogout();
			demandStatus(answer, 200);
			demandRefusal(await ask("GET", SESSION, { headers: cookie }), "session_ended");
			const byToken = await tokenLogout();
			demandStatus(byToken.answer, 200);
			const headers = { authorization: `Bearer ${byToken.token}` };
			demandRefusal(await ask("GET", SESSION, { headers }), "session_ended");
		},
	},
	{
		id: "session.logout-again",
		promise: "A second logout is answered the same as the first, though there is no session.",
		section: 4,
		async run({ ask, readerLogout }) {
			const { answer, cookie } = await readerLogout();
			const again = await ask("POST", "/api/auth/logout", { headers: cookie });
			demandStatus(again, 200);
			demand(again.text === answer.text, `other words than at the first logout. ${described(again)}`);
		},
	},
	{
		id: "session.logout-nobody",
		promise: "A logout of nobody is 200 and harmless.",
		section: 4,
		run: async ({ ask }) => demandStatus(await ask("POST", "/api/auth/logout"), 200),
	},
];

/** Members may be added to it, none may be missing. */
function demandWhoAmI(answer: Answer, kind: "token" | "cookie"): void {
	demandStatus(answer, 200);
	const { body } = answer;
	demand(UUID.test(textOf(body, "id")), "id is no UUID");
	for (const name of ["username", "displayName", "role"]) demand(textOf(body, name) !== "", `no ${name}`);
	const own = body?.session;
	demand(UUID.test(textOf(own, "id")), "session.id is no UUID");
	demand(textOf(own, "kind") === kind, `session.kind is ${textOf(own, "kind")}`);
	for (const name of times)
		demand(!Number.isNaN(Date.parse(textOf(own, name))), `session.${name} is no time`);
}
