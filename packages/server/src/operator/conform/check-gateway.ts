/** GET /api/auth/check, which reverse proxies ask for each request that they let through. */
import { type Answer, demandRefusal, demandStatus, textOf } from "./answer.ts";
import { type Check, demand } from "./check.ts";
import { claimsOf } from "./claims.ts";

const CHECK = "/api/auth/check";

export const gateway: Check[] = [
	{
		id: "gateway.nobody",
		promise: "The check refuses whoever shows no credential: 401 unauthenticated.",
		section: 4,
		run: async ({ ask }) => demandRefusal(await ask("GET", CHECK), "unauthenticated"),
	},
	{
		id: "gateway.bearer",
		promise: "The check answers a token 204 and says who it is in X-Auth-*.",
		section: 4,
		async run({ ask, tokenLogin }) {
			const { holder } = await tokenLogin();
			const answer = await ask("GET", CHECK, { headers: await holder.headers() });
			const { sub, sid } = claimsOf(holder);
			demandWho(answer, sub ?? "");
			demand(answer.headers.get("x-auth-session-id") === sid, "X-Auth-Session-Id is another session");
		},
	},
	{
		id: "gateway.cookie",
		promise: "The check answers a cookie 204 and says who it is in X-Auth-*.",
		section: 4,
		async run({ ask, cookieLogin }) {
			const { answer: login, holder } = await cookieLogin();
			const answer = await ask("GET", CHECK, { headers: holder.jar.header() });
			demandWho(answer, textOf(login.body, "id"));
		},
	},
	{
		id: "gateway.unsafe",
		promise: "For an unsafe request (X-Forwarded-Method) with a cookie the check demands the csrf value.",
		section: 4,
		async run({ ask, cookieLogin }) {
			const { holder } = await cookieLogin();
			const { csrf = "", ...cookie } = await holder.headers();
			const unsafe = { ...cookie, "x-forwarded-method": "POST" };
			demandRefusal(await ask("GET", CHECK, { headers: unsafe }), "csrf_missing");
			demandStatus(await ask("GET", CHECK, { headers: { ...unsafe, csrf } }), 204);
		},
	},
];

function demandWho(answer: Answer, userId: string): void {
	demandStatus(answer, 204);
	const { headers, text } = answer;
	demand(headers.get("x-auth-user-id") === userId, "X-Auth-User-Id is another user");
	for (const name of ["X-Auth-Username", "X-Auth-Role", "X-Auth-Session-Id"])
		demand((headers.get(name) ?? "") !== "", `${name} is missing`);
	demand(text === "", "there is a body");
}
