/** What the service answers, held against the contract as printed. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Contract } from "../../../../scripts/check/contract/document.ts";
import { tokenOf, usersOf } from "../support/administration.ts";
import { answersAboutApplications } from "../support/answers-about-applications.ts";
import { answersToAdmin } from "../support/answers-to-admin.ts";
import { authenticatorOf } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type ContractCheck, createContractCheck } from "../support/contract-check.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, createCredential } from "../support/software-authenticator.ts";
import { addressIn, type GivenHere } from "../support/use-administration.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const malformed = ["{", "[]", "{}", '{"x":1}', '{"x":1,"x":1}', `{"x":"${"x".repeat(20_000)}"}`];

describe("what the service answers", () => {
	let service: TestService;
	let mail: MailServer;
	let check: ContractCheck;
	before(async () => {
		const secondFactor = { SALLYPORT_SECOND_FACTOR: "admins", SALLYPORT_SECOND_FACTOR_GRACE: "0s" };
		const ours = { ...secondFactor, SALLYPORT_PASSKEY_ORIGINS: "https://app.example" };
		mail = await startMailServer();
		const settings = { ...cheap, ...ours, ...mail.settings };
		service = await startTestService({ settings });
		check = createContractCheck((await service.visitor().get("/openapi.json")).body as unknown as Contract);
		await service.addUser("ada");
	});
	after(async () => {
		await service.stop();
		await mail.stop();
	});

	/** Holds the answer against the document; a CSRF token is sent unless headers say otherwise. */
	async function call(visitor: Visitor, route: string, given: GivenHere = {}): Promise<Answer> {
		const { body, headers } = given;
		const [method = ""] = route.split(" ");
		const path = addressIn(route, given).replace(/\?$/, "");
		const answer = await (method === "GET"
			? visitor.get(path, headers)
			: visitor.send(method, path, body, headers));
		check.assertAsDescribed(route, answer);
		return answer;
	}

	const renewed = "five words nobody else has";
	const login = (more: object = {}) => ({ username: "ada", password: ADMIN_PASSWORD, ...more });

	it("is described: a life with a cookie", async () => {
		const visitor = service.visitor();
		await call(visitor, "GET /api/auth/csrf");
		await call(visitor, "POST /api/auth/login", { body: login({ session: true, remember: true }) });
		await call(visitor, "GET /api/auth/csrf");
		const given = await call(visitor, "POST /api/auth/token");
		const headers = { authorization: `Bearer ${String(given.body?.token)}` };
		for (const path of ["token", "renew", "logout"])
			await call(visitor, `POST /api/auth/${path}`, { headers });
		await call(visitor, "GET /api/auth/session");
		await call(visitor, "GET /api/auth/check");
		assert.equal((await call(visitor, "GET /api/auth/export")).status, 200);
		await call(visitor, "POST /api/auth/locale", { body: { locale: "de" } });
		await call(visitor, "POST /api/auth/renew");
		await call(visitor, "POST /api/auth/reauthenticate", { body: { password: ADMIN_PASSWORD } });
		await service.loggedIn("ada");
		const { body } = await call(visitor, "GET /api/auth/sessions");
		const sessions = (body?.sessions ?? []) as { id: string; current: boolean }[];
		const other = sessions.find((each) => !each.current);
		await call(visitor, "DELETE /api/auth/sessions/{id}", { id: other?.id ?? "" });
		await call(visitor, "DELETE /api/auth/sessions");
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: renewed };
		await call(visitor, "POST /api/auth/password", { body: change });
		await call(visitor, "POST /api/auth/password", {
			body: { currentPassword: renewed, newPassword: ADMIN_PASSWORD },
		});
		const ended = await call(visitor, "POST /api/auth/logout");
		assert.match(ended.headers.get("set-cookie") ?? "", /Max-Age=0/);
		await call(visitor, "POST /api/auth/logout");
	});

	it("is described: a life with a token", async () => {
		const visitor = service.visitor();
		const { body } = await call(visitor, "POST /api/auth/login", { body: login() });
		const headers = { authorization: `Bearer ${String(body?.token)}` };
		await call(visitor, "GET /api/auth/session", { headers });
		await call(visitor, "POST /api/auth/renew", { headers });
		await call(visitor, "POST /api/auth/reauthenticate", { headers, body: { password: ADMIN_PASSWORD } });
		await call(visitor, "GET /api/auth/sessions", { headers });
		await call(visitor, "POST /api/auth/logout", { headers });
		await call(visitor, "GET /api/auth/session", { headers });
		await call(visitor, "POST /api/auth/renew", { headers });
	});

	it("is described: a life with a second factor", async () => {
		await service.addUser("fay");
		const visitor = await service.loggedIn("fay");
		await call(visitor, "GET /api/auth/factors");
		const offered = await call(visitor, "POST /api/auth/factors/totp");
		const app = authenticatorOf(service, offered);
		const activation = { offer: offered.body?.offer, code: app.next() };
		const added = await call(visitor, "POST /api/auth/factors/totp/activate", { body: activation });
		const id = String(added.body?.id);
		await call(visitor, "GET /api/auth/factors");
		await call(visitor, "PATCH /api/auth/factors/{id}", { id, body: { name: "Old phone" } });
		await call(visitor, "PUT /api/auth/second-factor", { body: { on: false } });
		await call(visitor, "PUT /api/auth/second-factor", { body: { on: true } });
		const other = service.visitor();
		const body = { username: "fay", password: ADMIN_PASSWORD };
		const { body: refused } = await call(other, "POST /api/auth/login", { body });
		const answer = { challenge: refused?.challenge, code: app.next() };
		await call(other, "POST /api/auth/login/second-factor", { body: { ...answer, code: "000000" } });
		await call(other, "POST /api/auth/login/second-factor", { body: answer });
		await call(visitor, "POST /api/auth/reauthenticate", { body: { password: ADMIN_PASSWORD } });
		await call(visitor, "DELETE /api/auth/factors/{id}", { id });
		await call(visitor, "PUT /api/auth/second-factor", { body: { on: true } });
	});

	it("is described: a life with a passkey", async () => {
		await service.addUser("pam");
		const visitor = await service.loggedIn("pam");
		const { origin } = new URL(service.baseUrl);
		await call(visitor, "POST /api/auth/factors/passkey/options");
		const passkey = await addPasskey(visitor, { origin });
		const { body: asked } = await call(visitor, "POST /api/auth/factors/passkey/options");
		const { response } = createCredential(asked?.passkey, { origin });
		const addition = { challenge: asked?.challenge, passkey: response };
		await call(visitor, "POST /api/auth/factors/passkey", { body: addition });
		await call(visitor, "GET /api/auth/factors");
		const other = service.visitor();
		const begun = await call(other, "POST /api/auth/login/passkey/options", { body: {} });
		const login = { challenge: begun.body?.challenge, passkey: passkey.get(begun.body?.passkey) };
		await call(other, "POST /api/auth/login/passkey", { body: login });
		await call(other, "POST /api/auth/login/passkey", { body: login });
		const { body: offered } = await call(visitor, "POST /api/auth/reauthenticate/options");
		const again = { challenge: offered?.challenge, passkey: passkey.get(offered?.passkey) };
		await call(visitor, "POST /api/auth/reauthenticate", { body: again });
		await call(visitor, "POST /api/auth/recovery-codes");
		await call(visitor, "PUT /api/auth/second-factor", { body: { on: true } });
		const body = { username: "pam", password: ADMIN_PASSWORD };
		const { body: refused } = await call(other, "POST /api/auth/login", { body });
		const answer = { challenge: refused?.challenge, passkey: passkey.get(refused?.passkey) };
		await call(other, "POST /api/auth/login/second-factor", { body: answer });
		await call(other, "GET /.well-known/webauthn");
	});

	it("is described: a second factor that is added at login", async () => {
		const ways = { totp: ["", "/activate"], "new-passkey": ["/options", ""] } as const;
		for (const [way, [begin, end]] of Object.entries(ways)) {
			const person = { name: way, role: "admin", passwordHash: null } as const;
			const { setupLink } = await usersOf(service).add(person);
			const visitor = service.visitor();
			const setup = { body: { token: tokenOf(setupLink), password: renewed } };
			const { challenge } = (await call(visitor, "POST /api/auth/setup", setup)).body ?? {};
			const at = `POST /api/auth/login/${way}`;
			const offered = await call(visitor, at + begin, { body: { challenge } });
			const added = offered.body?.passkey
				? { passkey: createCredential(offered.body.passkey, new URL(service.baseUrl)).response }
				: { offer: offered.body?.offer, code: authenticatorOf(service, offered).code() };
			assert.equal((await call(visitor, at + end, { body: { challenge, ...added } })).status, 200);
			await call(visitor, "PUT /api/auth/second-factor", { body: { on: false } });
		}
	});

	it("is described: a life with mail", async () => {
		await service.addUser("mia");
		const visitor = await service.loggedIn("mia");
		for (let n = 0; n <= 30; n++) await call(visitor, "POST /api/auth/recovery", { body: { login: "mia" } });
		await call(visitor, "POST /api/auth/email", { body: { email: "no address" } });
		await call(visitor, "POST /api/auth/email", { body: { email: "mia@example.com" } });
		const body = { token: tokenOf((await mail.next("mia@example.com")).link) };
		for (const status of [200, 409])
			assert.equal((await call(visitor, "POST /api/auth/email/confirm", { body })).status, status);
	});

	it("is described: what needs no session", async () => {
		const visitor = service.visitor();
		const { body: lists } = await call(visitor, "GET /api/auth/status");
		const { status_lists: addresses } = lists as unknown as { status_lists: string[] };
		const id = addresses[0]?.split("/").at(-1) ?? "";
		const list = await call(visitor, "GET /api/auth/status/{list}", { id });
		const headers = { "if-none-match": list.headers.get("etag") ?? "" };
		assert.equal((await call(visitor, "GET /api/auth/status/{list}", { id, headers })).status, 304);
		for (const route of ["/.well-known/jwks.json", "/.well-known/oauth-authorization-server", "/healthz"])
			await call(visitor, `GET ${route}`);
		await usersOf(service).add({ name: "bob", role: "user", passwordHash: null });
		const { setupLink } = await usersOf(service).reset("bob");
		const body = { token: tokenOf(setupLink), password: renewed };
		await call(visitor, "POST /api/auth/setup/check", { body: { token: body.token } });
		await call(visitor, "POST /api/auth/setup", { body: { ...body, password: "short" } });
		await call(visitor, "POST /api/auth/setup", { body });
		await call(visitor, "POST /api/auth/setup", { body });
		await call(visitor, "POST /api/auth/setup", { body: { ...body, token: "x" } });
		await call(visitor, "POST /api/auth/setup/check", { body: { token: body.token } });
		await call(visitor, "POST /api/auth/setup/check", { body: { token: "x" } });
	});

	it("is described: whatever is wrong with a request", async () => {
		const user = await service.loggedIn("ada");
		const wrong: GivenHere[] = [
			{ headers: { csrf: "" } },
			{ headers: { csrf: "c1.x.y" } },
			{ headers: { origin: "https://evil.example" } },
			{ headers: { accept: "text/html" } },
			{ headers: { authorization: "Bearer x" } },
			{ headers: { "content-type": "text/plain" }, body: "x" },
			{ headers: { "x-long": "x".repeat(20_000) } },
			...malformed.map((body) => ({ body })),
		];
		for (const route of check.routes) {
			// Logged out and let in by turns, because a refusal may stand before another one.
			for (const given of route.startsWith("GET") ? wrong.filter(({ body }) => body === undefined) : wrong) {
				await call(service.visitor(), route, { ...given, id: "x" });
				if (route !== "POST /api/auth/logout") await call(user, route, { ...given, id: "x" });
			}
		}
	});

	it("is 406 where none of what is accepted could be sent, whatever else is wrong", async () => {
		const user = await service.loggedIn("ada");
		const headers = { accept: "text/html", origin: "https://evil.example", csrf: "" };
		for (const route of check.routes.filter((each) => / \/api\/auth\/(?!check|status)/.test(each)))
			for (const visitor of [service.visitor(), user])
				assert.equal((await call(visitor, route, { headers, id: "x" })).status, 406, route);
	});

	it("is described: what time does", async () => {
		const [user, idle] = [await service.loggedIn("ada"), await service.loggedIn("ada")];
		service.travel(16 * 60_000);
		await call(user, "DELETE /api/auth/sessions");
		service.travel(50 * 60_000);
		await call(idle, "GET /api/auth/session");
		const attacker = service.visitor();
		const guess = { body: { username: "nobody", password: "x" } };
		for (let count = 0; count < 10; count++) await call(attacker, "POST /api/auth/login", guess);
		assert.equal((await call(attacker, "POST /api/auth/login", guess)).status, 429);
	});

	it("is described: applications, keys of programs, and the administration", async () => {
		await answersToAdmin(service, call);
		await answersAboutApplications(service, call);
	});

	it("leaves no operation out", () => {
		assert.deepEqual(check.untried(), []);
	});
});
