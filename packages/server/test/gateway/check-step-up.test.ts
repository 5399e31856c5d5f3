// Proves: step-up
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Authenticator, enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

type Credential = Record<string, string>;
const minute = 60_000;

onSqlite("the check for gateways, of how a user authenticated", (database) => {
	let service: TestService;
	let app: Authenticator;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, prefix: "/analytics", settings: cheap });
		await service.addUser("ada");
		await service.addUser("bob");
		app = await enrol(service, await service.loggedIn("bob"));
	});
	after(() => service.stop());

	/** Ada's login takes the password alone, Bob's a code too. */
	async function logIn(name: "ada" | "bob", kind: "token" | "cookie"): Promise<Credential> {
		const visitor = service.visitor();
		const code = name === "bob" ? { code: app.next() } : {};
		const answer = await visitor.logIn(name, ADMIN_PASSWORD, { session: kind === "cookie", ...code });
		assert.equal(answer.status, 200, answer.text);
		return kind === "cookie" ? cookieOf(visitor) : bearerOf(answer);
	}

	const ask = (query: string, credential: Credential) =>
		service.visitor().get(`/api/auth/check${query}`, credential);

	/** The members and the challenge, which say the same (RFC 9470 section 3). */
	function assertNotEnough(answer: Answer, { acr, values, maxAge }: Expected): void {
		assertProblem(answer, "insufficient_user_authentication");
		const { acr: least, maxAge: oldest, reauthenticateAt } = answer.body ?? {};
		assert.deepEqual([least, oldest], [acr, maxAge]);
		const query = acr === undefined ? "" : `?acr=${acr}`;
		assert.equal(reauthenticateAt, `${service.baseUrl}/reauthenticate${query}`);
		const challenge = [
			`Bearer realm="localhost:${service.port}"`,
			'error="insufficient_user_authentication"',
			...(values === undefined ? [] : [`acr_values="${values}"`]),
			...(maxAge === undefined ? [] : [`max_age="${maxAge}"`]),
		];
		assert.equal(answer.headers.get("www-authenticate"), challenge.join(", "));
		// The session is as good as before.
		assert.equal(answer.headers.get("set-cookie"), null);
		assert.equal(answer.headers.get("x-auth-user-id"), null);
	}
	interface Expected {
		acr?: string;
		values?: string;
		maxAge?: number;
	}

	const aal1 = { acr: "aal1", values: "aal1 aal2 phr" };
	const aal2 = { acr: "aal2", values: "aal2 phr" };
	const phr = { acr: "phr", values: "phr" };
	/** After four minutes. */
	const requirements: Array<{ query: string; password?: Expected; both?: Expected }> = [
		{ query: "" },
		{ query: "?acr=aal1" },
		{ query: "?acr=aal2", password: aal2 },
		{ query: "?acr=phr", password: phr, both: phr },
		{ query: "?maxAge=300" },
		{ query: "?maxAge=200", password: { maxAge: 200 }, both: { maxAge: 200 } },
		{ query: "?maxAge=0", password: { maxAge: 0 }, both: { maxAge: 0 } },
		{ query: "?maxAge=000200", password: { maxAge: 200 }, both: { maxAge: 200 } },
		{ query: "?acr=aal1&maxAge=999999999" },
		{ query: "?acr=aal1&maxAge=200", password: { ...aal1, maxAge: 200 }, both: { ...aal1, maxAge: 200 } },
		{ query: "?maxAge=300&acr=aal2", password: { ...aal2, maxAge: 300 } },
		{ query: "?acr=aal2&maxAge=200", password: { ...aal2, maxAge: 200 }, both: { ...aal2, maxAge: 200 } },
	];
	for (const kind of ["token", "cookie"] as const) {
		it(`holds a ${kind} to acr and maxAge, and says what it takes`, async () => {
			const [password, both] = [await logIn("ada", kind), await logIn("bob", kind)];
			service.travel(4 * minute);
			for (const { query, ...notEnough } of requirements) {
				for (const [credential, expected] of [
					[password, notEnough.password],
					[both, notEnough.both],
				] as const) {
					const answer = await ask(query, credential);
					if (expected === undefined) assert.equal(answer.status, 204, `${query} ${answer.text}`);
					else assertNotEnough(answer, expected);
				}
			}
		});

		it(`tells how the user of a ${kind} authenticated`, async () => {
			for (const [name, acr, amr] of [
				["ada", "aal1", "pwd"],
				["bob", "aal2", "pwd otp mfa"],
			] as const) {
				const { headers } = await ask("?maxAge=300", await logIn(name, kind));
				assert.deepEqual([headers.get("x-auth-acr"), headers.get("x-auth-amr")], [acr, amr]);
			}
		});
	}

	it("takes a session that began before there were factors for one of the password", async () => {
		for (const kind of ["token", "cookie"] as const) {
			const credential = await logIn("bob", kind);
			const { database: queries } = service.running.deployment.opened;
			await queries.updateTable("sessions").set({ amr: null }).execute();
			const { headers } = await ask("?acr=aal1&maxAge=300", credential);
			assert.deepEqual([headers.get("x-auth-acr"), headers.get("x-auth-amr")], ["aal1", "pwd"]);
			assertNotEnough(await ask("?acr=aal2", credential), aal2);
		}
	});

	it("is content after a new authentication of the same session", async () => {
		const visitor = service.visitor();
		const proof = { password: ADMIN_PASSWORD, code: app.next() };
		const { body } = await visitor.logIn("bob", ADMIN_PASSWORD, { code: proof.code });
		const old = { authorization: `Bearer ${body?.token}` };
		service.travel(20 * minute);
		assertNotEnough(await ask("?acr=aal2&maxAge=300", old), { ...aal2, maxAge: 300 });
		const again = { ...proof, code: app.next() };
		const renewed = await visitor.post("/api/auth/reauthenticate", again, old);
		assert.equal(renewed.status, 200, renewed.text);
		assert.equal((await ask("?acr=aal2&maxAge=300", bearerOf(renewed))).status, 204);
	});

	for (const query of [
		"?acr=",
		"?acr=AAL2",
		"?acr=aal2%20phr",
		"?acr=key",
		"?acr=aal1&acr=aal2",
		"?acr",
		"?maxAge=",
		"?maxAge=-1",
		"?maxAge=%2B1",
		"?maxAge=1.5",
		"?maxAge=1e3",
		"?maxAge=5m",
		"?maxAge=%20300",
		"?maxAge=1234567890",
		"?maxAge=300&maxAge=0",
		"?acr=aal2&maxAge=NaN",
	]) {
		it(`refuses ${query}, which a gateway cannot mean`, async () => {
			assertProblem(await ask(query, await logIn("ada", "cookie")), "validation_failed");
		});
	}

	for (const [query, name] of [
		["?arc=aal2", "arc"],
		["?acr=aal1&max_age=300", "max_age"],
		["?ACR=aal2", "ACR"],
		["?group=admins", "group"],
		["?scopes=reports:read&scopes=x", "scopes"],
		["?__proto__=x", "__proto__"],
	] as const) {
		it(`refuses ${query}, for it knows no ${name}`, async () => {
			for (const kind of ["token", "cookie"] as const) {
				const answer = await ask(query, await logIn("bob", kind));
				assertProblem(answer, "unknown_field");
				const message = "There is no such parameter.";
				assert.deepEqual(answer.body?.errors, [{ pointer: `/${name}`, code: "unknown_field", message }]);
			}
		});
	}

	it("refuses an unauthenticated client as without a query", async () => {
		for (const query of ["?acr=aal2&maxAge=1", "?arc=aal2"])
			assertProblem(await ask(query, {}), "unauthenticated");
		assertProblem(await ask("?acr=aal2", { authorization: "Bearer x" }), "invalid_token");
	});
});
