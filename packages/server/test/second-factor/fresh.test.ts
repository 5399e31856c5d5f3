/** No factor is added or removed, and two-step login is not switched, without a fresh session that has proven all that is required. */
// Proves: factors-fresh
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Authenticator, authenticatorOf, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { returning } from "../support/enrolment.ts";
import { everyRoute, type Route } from "../support/every-route.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { addPasskey, createCredential, type SoftwarePasskey } from "../support/software-authenticator.ts";
import type { Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;
const everyFactor = ["passkey", "totp", "recovery_code"];

onSqlite("a change of factors", (database) => {
	let service: TestService;
	let changes: Route[];
	let id: string;
	let user: Visitor;
	let app: Authenticator;
	let passkey: SoftwarePasskey;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR_TRUST: "30d" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		const isChange = ({ method, path }: Route) =>
			["POST", "PUT", "DELETE"].includes(method) &&
			/^\/api\/auth\/(factors|second-factor|recovery-codes|password)\b/.test(path);
		changes = (await everyRoute(service)).filter(isChange);
		assert.equal(changes.length, 8);
		({ id } = await service.addUser("ada"));
		user = await service.loggedIn("ada");
		passkey = await addPasskey(user, { origin: new URL(service.baseUrl).origin });
		app = await enrol(service, user);
	});
	after(() => service.stop());

	type Credential = Record<string, string>;
	const logIn = async (session: boolean) => {
		const visitor = service.visitor();
		const answer = await visitor.logIn("ada", ADMIN_PASSWORD, {
			session,
			code: app.next(),
			trustDevice: true,
		});
		assert.equal(answer.status, 200, answer.text);
		return { visitor, answer };
	};
	const cookie = (visitor: Visitor): Credential => ({ ...cookieOf(visitor), csrf: visitor.csrf ?? "" });
	const challenge = async () => {
		const visitor = service.visitor();
		const { body } = await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
		return { text: String(body?.challenge), csrf: visitor.csrf ?? "" };
	};

	const callers: Array<[what: string, code: string, credential: () => Promise<Credential>]> = [
		["a client without a credential", "unauthenticated", async () => ({})],
		[
			"a challenge as a bearer",
			"invalid_token",
			async () => ({ authorization: `Bearer ${(await challenge()).text}` }),
		],
		[
			"a challenge as a cookie",
			"unauthenticated",
			async () => {
				const { text, csrf } = await challenge();
				return { cookie: `sallyport-sid=${text}`, csrf };
			},
		],
		[
			"a cookie of sixteen minutes ago",
			"reauthentication_required",
			async () => {
				const { visitor } = await logIn(true);
				service.travel(16 * MINUTE);
				return cookie(visitor);
			},
		],
		[
			"a cookie of sixteen minutes ago that was renewed",
			"reauthentication_required",
			async () => {
				const { visitor } = await logIn(true);
				service.travel(16 * MINUTE);
				assert.equal((await visitor.post("/api/auth/renew")).status, 200);
				return cookie(visitor);
			},
		],
		[
			"a new session of a trusted device, which has proven the password alone",
			"reauthentication_required",
			async () => {
				const { visitor } = await logIn(true);
				const again = returning(service, visitor);
				assert.equal((await again.logIn("ada", ADMIN_PASSWORD, { session: true })).status, 200);
				return cookie(again);
			},
		],
		[
			"a session that has ended",
			"session_ended",
			async () => {
				const { visitor } = await logIn(true);
				const ended = cookie(visitor);
				await visitor.post("/api/auth/logout");
				return ended;
			},
		],
	];

	/** Right in everything but the caller. */
	async function bodies() {
		const { visitor } = await logIn(true);
		const offered = await visitor.post("/api/auth/factors/totp");
		const { body } = await visitor.post("/api/auth/factors/passkey/options");
		const { origin } = new URL(service.baseUrl);
		const { response } = createCredential(body?.passkey, { origin });
		return {
			...{ offer: offered.body?.offer, code: authenticatorOf(service, offered).code() },
			...{ challenge: body?.challenge, passkey: response },
			...{ on: false, currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" },
		};
	}

	/** All that a login of the user requires. */
	async function required() {
		const { database } = service.running.deployment.opened;
		const columns = ["password_hash", "second_factor_at", "factors_changed_at"] as const;
		const users = database.selectFrom("users").select(columns).where("id", "=", id);
		return Promise.all([
			users.execute(),
			database.selectFrom("totp_secrets").select("id").where("user_id", "=", id).execute(),
			database.selectFrom("passkeys").select("id").where("user_id", "=", id).execute(),
			database.selectFrom("recovery_codes").select("code_hash").where("user_id", "=", id).execute(),
		]);
	}

	for (const [what, code, credential] of callers) {
		it(`by ${what} is refused, whatever it is, and changes nothing`, async () => {
			const given = await bodies();
			const before = await required();
			const headers = await credential();
			for (const { method, path, bodyOf } of changes) {
				for (const factor of path.endsWith("/x") ? [app.id, passkey.id] : ["x"]) {
					const sent = { body: bodyOf(given), headers };
					const answer = await service.visitor().request(method, path.replace(/x$/, factor), sent);
					assertProblem(answer, code as Parameters<typeof assertProblem>[1]);
					if (code !== "reauthentication_required") continue;
					const { acr, maxAge, methods } = answer.body ?? {};
					assert.deepEqual([acr, maxAge, methods], ["aal2", 900, ["password", ...everyFactor]]);
				}
			}
			assert.deepEqual(await required(), before);
		});
	}

	// Proves: token-holder
	it("by a token is refused however fresh, and says where to make it; the password takes a fresh one", async () => {
		const given = await bodies();
		const { answer: login } = await logIn(false);
		const { visitor } = await logIn(true);
		const ofCookie = await visitor.post("/api/auth/token");
		const before = await required();
		const byToken = (await everyRoute(service)).filter(({ access }) => access === "cookie-session");
		assert.equal(byToken.length, 19);
		for (const bearer of [login, ofCookie].map(bearerOf))
			for (const { method, path, bodyOf } of byToken) {
				const sent = { body: bodyOf(given), headers: bearer };
				const answer = await service.visitor().request(method, path.replace(/x$/, app.id), sent);
				assertProblem(answer, "forbidden");
				assert.ok(String(answer.body?.message).endsWith(` ${service.baseUrl}/account`), answer.text);
			}
		service.travel(16 * MINUTE);
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" };
		const late = await service.visitor().post("/api/auth/password", change, bearerOf(login));
		assertProblem(late, "reauthentication_required");
		assert.deepEqual(await required(), before);
	});

	it("says in what ways its user can authenticate again, as they are now", async () => {
		await service.addUser("bea");
		const bea = await service.loggedIn("bea");
		const origin = { origin: new URL(service.baseUrl).origin };
		const methods = async (by?: Authenticator) => {
			service.travel(16 * MINUTE);
			const refusals = [await bea.delete("/api/auth/sessions"), await bea.get("/api/auth/export")];
			const proof = { password: ADMIN_PASSWORD, ...(by && { code: by.code() }) };
			assert.equal((await bea.post("/api/auth/reauthenticate", proof)).status, 200);
			for (const refusal of refusals) assertProblem(refusal, "reauthentication_required");
			assert.deepEqual(refusals[0]?.body?.methods, refusals[1]?.body?.methods);
			return refusals[0]?.body?.methods;
		};
		assert.deepEqual(await methods(), ["password"]);
		const { id: passkeyId } = await addPasskey(bea, origin);
		assert.deepEqual(await methods(), ["password", "passkey"]);
		const own = await enrol(service, bea);
		assert.deepEqual(await methods(own), ["password", ...everyFactor]);
		await bea.delete(`/api/auth/factors/${passkeyId}`);
		assert.deepEqual(await methods(own), ["password", "totp", "recovery_code"]);
		await bea.send("PUT", "/api/auth/second-factor", { on: false });
		assert.deepEqual(await methods(), ["password"]);
	});

	it("takes both factors again, not the password alone", async () => {
		const { visitor } = await logIn(true);
		service.travel(16 * MINUTE);
		const off = () => visitor.send("PUT", "/api/auth/second-factor", { on: false });
		const alone = await visitor.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		assertProblem(alone, "second_factor_required");
		assertProblem(await off(), "reauthentication_required");
		const both = { password: ADMIN_PASSWORD, code: app.next() };
		assert.equal((await visitor.post("/api/auth/reauthenticate", both)).status, 200);
		assert.equal((await off()).status, 200);
	});
});
