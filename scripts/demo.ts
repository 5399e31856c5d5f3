/**
 * Walks the contract over real HTTP, on a throw-away database, and prints the conversation. Ends by itself: exit code 0
 * only if every step answered as the contract says.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../packages/server/src/platform/config/config.ts";
import { systemClock } from "../packages/server/src/platform/lib/clock.ts";
import { systemRandom } from "../packages/server/src/platform/lib/random.ts";
import { startService } from "../packages/server/src/start-service.ts";
import { createConversation, type Talk } from "./demo/conversation.ts";
import { freePort } from "./lib/free-port.ts";

interface Login {
	headers: Record<string, string>;
	body: { username: string; password: string };
}

const json = { "content-type": "application/json" };
const password = "correct horse battery staple";

const folder = mkdtempSync(join(tmpdir(), "sallyport-demo-"));
const config = loadConfig({
	SALLYPORT_BASE_URL: `http://localhost:${await freePort()}`,
	SALLYPORT_OPERATIONS_PORT: "0",
	SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "demo.db")}`,
	SALLYPORT_LOG_LEVEL: "silent",
});
const silent = { info() {}, warn() {}, error() {} };
const service = await startService({ config, clock: systemClock, random: systemRandom, log: silent });
const talk = createConversation(config.baseUrl);
try {
	await walk(talk, service.setupLink ?? "");
} finally {
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = talk.finish();

async function walk(talk: Talk, setupLink: string): Promise<void> {
	const { say, ask, expect } = talk;
	const browser = await startForTheFirstTime(talk, setupLink);

	say("The CSRF token", "It is in the source of every page that a logged-in user sees. Copy it from there.");
	const account = await ask("GET /account", { headers: { cookie: browser } });
	const csrf = csrfOf(account.text);
	expect("it is in the HTML as served", csrf !== "");

	const login: Login = {
		headers: { ...json, accept: "application/json, text/plain, */*", csrf },
		body: { username: "admin", password },
	};
	const bearer = await logInForToken(talk, login);
	const cookie = await logInForCookie(talk, login);
	await listAndEnd(talk, bearer, cookie);
	await tryWhatIsRefused(talk, login);

	say("Log out", "The copied CSRF token dies with the session that it came from.");
	const out = await ask("POST /api/auth/logout", { headers: { cookie: browser, csrf } });
	expect("logged out", out.status === 200);
	const late = await ask("POST /api/auth/login", login);
	expect("the copied value is worth nothing now", late.status === 403 && late.body.code === "csrf_invalid");
}

/** Resolves with the admin's cookie. */
async function startForTheFirstTime({ say, ask, expect }: Talk, setupLink: string): Promise<string> {
	say(
		"First start",
		"There are no users yet. The service prints one link; it sets the first admin's password.",
	);
	const fragment = new URLSearchParams(new URL(setupLink).hash.slice(1));
	const page = await ask("GET /setup", {});
	expect("the page carries a CSRF token in its source", page.status === 200 && csrfOf(page.text) !== "");
	const setup = await ask("POST /api/auth/setup", {
		headers: { ...json, csrf: csrfOf(page.text), cookie: page.cookie },
		body: { token: fragment.get("token"), password },
	});
	expect("the link logs the admin in, by a cookie", setup.status === 200 && setup.cookie.includes("-sid="));
	return setup.cookie;
}

/** Resolves with the header that carries the token. */
async function logInForToken({ say, ask, expect }: Talk, login: Login) {
	say("Log in, token mode", "The reference request: no cookie, only the copied value. Any number of times.");
	const token = await ask("POST /api/auth/login", login);
	expect(
		"exactly id, message and token",
		token.status === 200 && Object.keys(token.body).join() === "id,message,token",
	);
	const again = await ask("POST /api/auth/login", login, "quiet");
	expect("the same value works again", again.status === 200);
	const bearer = { authorization: `Bearer ${String(token.body.token)}` };
	expect("the token is accepted", (await ask("GET /api/auth/session", { headers: bearer })).status === 200);
	return bearer;
}

/** Resolves with the cookie. */
async function logInForCookie({ say, ask, expect }: Talk, login: Login): Promise<string> {
	say("Log in, session mode", 'With "session": true the answer sets a cookie and carries no token.');
	const session = await ask("POST /api/auth/login", { ...login, body: { ...login.body, session: true } });
	expect(
		"a cookie, and a CSRF token for what follows",
		session.status === 200 && session.cookie.includes("-sid=") && !("token" in session.body),
	);
	expect(
		"the cookie is accepted",
		(await ask("GET /api/auth/session", { headers: { cookie: session.cookie } })).status === 200,
	);
	return session.cookie;
}

async function listAndEnd(
	{ say, ask, expect }: Talk,
	bearer: { authorization: string },
	cookie: string,
): Promise<void> {
	say("One list shows both kinds", "and one revocation ends either, at once.");
	const list = await ask("GET /api/auth/sessions", { headers: { cookie } }, "quiet");
	const sessions = (list.body.sessions ?? []) as Array<{ id: string; kind: string }>;
	expect("cookie and token sessions are listed", new Set(sessions.map((each) => each.kind)).size === 2);
	const renewed = await ask("POST /api/auth/renew", { headers: bearer });
	expect("a token can be renewed", renewed.status === 200 && typeof renewed.body.token === "string");
	const ended = await ask("POST /api/auth/logout", { headers: bearer });
	expect("log out with the token", ended.status === 200);
	const dead = await ask("GET /api/auth/session", { headers: bearer });
	expect(
		"now it is refused, although it has not expired",
		dead.status === 401 && dead.body.code === "session_ended",
	);
}

async function tryWhatIsRefused({ say, ask, expect }: Talk, login: Login): Promise<void> {
	say("What is refused", "and how the answer helps.");
	const without = await ask("POST /api/auth/login", { headers: json, body: login.body });
	expect(
		"no CSRF token: 403 with a fresh one in the answer",
		without.status === 403 && without.body.code === "csrf_missing",
	);
	const healed = await ask(
		"POST /api/auth/login",
		{
			headers: { ...json, csrf: String(without.body.csrf), cookie: without.cookie },
			body: login.body,
		},
		"quiet",
	);
	expect("one retry with the fresh value succeeds", healed.status === 200);
	const wrong = await ask("POST /api/auth/login", {
		...login,
		body: { username: "admin", password: "not this one" },
	});
	expect("wrong password: 401", wrong.status === 401 && wrong.body.code === "invalid_credentials");
	const unknown = await ask(
		"POST /api/auth/login",
		{ ...login, body: { username: "unknown", password } },
		"quiet",
	);
	expect(
		"an unknown user gets the same answer",
		unknown.status === 401 && unknown.body.message === wrong.body.message,
	);
	const foreign = await ask("POST /api/auth/login", {
		...login,
		headers: { ...login.headers, origin: "https://evil.example" },
	});
	expect("a page of another origin: 403", foreign.status === 403 && foreign.body.code === "origin_forbidden");
	const odd = await ask("POST /api/auth/login", {
		...login,
		body: { ...login.body, session: "true", role: "admin" },
	});
	expect("unknown or mistyped members: 400", odd.status === 400 && odd.body.code === "unknown_field");
}

function csrfOf(html: string): string {
	return /<meta name="csrf-token" content="([^"]+)">/.exec(html)?.[1] ?? "";
}
