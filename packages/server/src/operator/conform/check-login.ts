/** The one given operation, POST /api/auth/login, in both modes. */
import {
	type Answer,
	demandMembers,
	demandRefusal,
	demandStatus,
	described,
	textOf,
	UUID,
} from "./answer.ts";
import { type Check, demand, LeftOut } from "./check.ts";
import { parseSetCookie } from "./jar.ts";
import type { Visit } from "./visit.ts";

const JWT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

export const login: Check[] = [
	{
		id: "login.token-answer",
		promise: "A login without session is answered 200 with exactly id, message and token.",
		section: 1,
		run: async ({ tokenLogin }) => demandTokenAnswer((await tokenLogin()).answer),
	},
	{
		id: "login.session-false",
		promise: "session: false is token mode.",
		section: 1,
		async run({ copiedLogins }) {
			const [, { answer }] = await copiedLogins();
			if (answer.status !== 200) throw new LeftOut("the login with a copied csrf value was refused");
			demandTokenAnswer(answer);
		},
	},
	{
		id: "login.session-answer",
		promise: "A login with session: true is answered 200 with id, message, csrf and expiresAt, and a cookie.",
		section: 1,
		async run({ cookieLogin }) {
			const { answer, holder } = await cookieLogin();
			demandMembers(answer, ["id", "message", "csrf", "expiresAt"]);
			demand(UUID.test(textOf(answer.body, "id")), "id is no UUID");
			demand(!Number.isNaN(Date.parse(textOf(answer.body, "expiresAt"))), "expiresAt is no time");
			demand(holder.jar.find("-sid") !== null, "no session cookie is set");
		},
	},
	{
		id: "login.no-secret-in-body",
		promise: "The secret of a cookie never stands in a body.",
		section: 1,
		async run({ cookieLogin, readerLogin }) {
			for (const { answer } of [await cookieLogin(), await readerLogin()]) {
				demandStatus(answer, 200);
				const secrets = answer.headers.getSetCookie().map((line) => parseSetCookie(line).value);
				const shown = secrets.some((secret) => secret !== "" && answer.text.includes(secret));
				demand(!shown && !("token" in (answer.body ?? {})), described(answer));
			}
		},
	},
	{
		id: "login.never-adopts",
		promise: "A login gives every session a secret of its own, and never adopts one that the client brings.",
		section: 6,
		async run(visit) {
			const one = (await visit.cookieLogin()).holder.jar.find("-sid");
			const other = (await visit.readerLogin()).holder.jar.find("-sid");
			if (one === null || other === null) throw new LeftOut("no login set a session cookie");
			demand(one.value !== other.value, "two logins got the same secret");
			const cookie = `${one.name}=${"A".repeat(43)}`;
			demandRefusal(await visit.ask("GET", "/api/auth/session", { headers: { cookie } }), "unauthenticated");
		},
	},
	{
		id: "login.refused",
		promise: "A name that nobody has is refused: 401 invalid_credentials.",
		section: 7,
		run: async ({ unknownUser }) => demandRefusal(await unknownUser(), "invalid_credentials"),
	},
	{
		id: "login.refused-alike",
		promise: "An unknown user and a wrong password are answered with the same bytes.",
		section: 7,
		async run(visit) {
			const unknown = await visit.unknownUser();
			const wrong = await visit.wrongPassword();
			demand(wrong.status === unknown.status, `${unknown.status} and ${wrong.status}`);
			demand(bodyOf(wrong) === bodyOf(unknown), "the bodies differ");
			demand(headersOf(wrong) === headersOf(unknown), "the headers differ");
		},
	},
	{
		id: "login.rate-limit",
		promise: "Login answers carry RateLimit and RateLimit-Policy as structured fields.",
		section: 7,
		async run(visit) {
			const answers = [await visit.unknownUser(), ...(await successOf(visit))];
			for (const { headers } of answers) {
				const [, policy] = /^"([\w-]+)";q=\d+;w=\d+$/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
				demand(policy !== undefined, `RateLimit-Policy: ${headers.get("ratelimit-policy")}`);
				const [, of] = /^"([\w-]+)";r=\d+;t=\d+$/.exec(headers.get("ratelimit") ?? "") ?? [];
				demand(of === policy, `RateLimit: ${headers.get("ratelimit")}`);
			}
		},
	},
	{
		id: "login.ignores-authorization",
		promise: "Login ignores Authorization.",
		section: 2,
		async run({ ask, beforeLogin }) {
			const headers = { ...(await beforeLogin()), authorization: "Bearer made.up.token" };
			demandRefusal(await ask("POST", "/api/auth/login", { body: {}, headers }), "validation_failed");
		},
	},
];

function demandTokenAnswer(answer: Answer): void {
	demandMembers(answer, ["id", "message", "token"]);
	demand(UUID.test(textOf(answer.body, "id")), "id is no UUID");
	demand(textOf(answer.body, "message") === "Login successful", "message is another one");
	demand(JWT.test(textOf(answer.body, "token")), "token is no JWT");
}

/** Without a user there is none to look at. */
async function successOf({ tokenLogin }: Visit): Promise<Answer[]> {
	try {
		const { answer } = await tokenLogin();
		return answer.status === 200 ? [answer] : [];
	} catch (error) {
		if (error instanceof LeftOut) return [];
		throw error;
	}
}

function bodyOf({ text, body }: Answer): string {
	return text.replace(textOf(body, "requestId"), "");
}

/** What a proxy or the network adds differs from answer to answer, and tells nothing. */
function headersOf({ headers }: Answer): string {
	const telling = ["content-type", "content-length", "cache-control", "www-authenticate", "ratelimit-policy"];
	return JSON.stringify([telling.map((name) => headers.get(name)), headers.getSetCookie().length]);
}
