import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TokenStage } from "../support/adversarial-token.ts";
import { adversarialTokens, prepareTokens } from "../support/adversarial-tokens.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { malleated } from "../support/forge.ts";
import { bearerOf, ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";

let service: TestService;
let verifier: VerifierUnderTest;
let stage: TokenStage;

before(async () => {
	service = await startTestService({ settings: cheap });
	for (const name of ["ada", "bob"]) await service.addUser(name);
	verifier = createVerifierUnderTest(service);
	stage = await prepareTokens(service, "ada");
});
after(async () => {
	verifier.close();
	await service.stop();
});

const who = (token: string) =>
	service.visitor().get("/api/auth/session", { authorization: `Bearer ${token}` });

it("a token forged with the real key and true claims is accepted by both, so that the refusals below mean something", async () => {
	const longest = { iat: stage.now(), exp: stage.now() + 25 * 3600 };
	for (const token of [
		stage.token,
		stage.saying({ jti: "another" }),
		stage.saying(longest),
		stage.headed({ x: 1 }),
	]) {
		assert.equal((await who(token)).status, 200);
		assert.equal((await verifier.verify(token)).userId, stage.claims.sub);
	}
});

for (const [fault, tokens] of Object.entries(adversarialTokens)) {
	describe(`the service and a verifier refuse ${fault}`, () => {
		for (const { name, make, code = "invalid_token" } of tokens) {
			it(name, async () => {
				const token = make(stage);
				// Twice: a refusal must not be remembered as something else.
				for (let time = 0; time < 2; time += 1) {
					assertProblem(await who(token), code);
					await refuses(verifier.verify(token), code);
				}
			});
		}
	});
}

// Proves: session-end
describe("the service refuses under the real key, by the row of the session", () => {
	const cases: Record<string, () => Promise<string> | string> = {
		"another user": async () =>
			stage.saying({ sub: (await service.visitor().logIn("bob", ADMIN_PASSWORD)).body?.id }),
		"a session that never was": () => stage.saying({ sid: "00000000-0000-4000-8000-000000000000" }),
		"the session of a cookie": async () =>
			stage.saying({ sid: (await ownSession(await service.loggedIn("ada"))).id }),
	};
	for (const [name, make] of Object.entries(cases)) {
		it(name, async () => assertProblem(await who(await make()), "invalid_token"));
	}
});

it("both refuse the token of another deployment", async () => {
	const elsewhere = await startTestService({ settings: cheap });
	try {
		await elsewhere.addUser("ada");
		const { token } = await prepareTokens(elsewhere, "ada");
		assertProblem(await who(token), "invalid_token");
		await refuses(verifier.verify(token), "invalid_token");
	} finally {
		await elsewhere.stop();
	}
});

// Proves: session-end
it("both refuse after a logout every signature that its claims can have", async () => {
	const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
	const first = String(login.body?.token);
	// A client that knows r and s knows a second signature of the same claims: r and n − s.
	const twin = malleated(first);
	assert.notEqual(twin, first);
	for (const each of [first, twin]) {
		assert.equal((await who(each)).status, 200);
		await verifier.verify(each);
	}
	await service.visitor().request("POST", "/api/auth/logout", { headers: bearerOf(login) });
	await verifier.pass(10_000);
	for (const each of [first, twin]) {
		assertProblem(await who(each), "session_ended");
		await refuses(verifier.verify(each), "session_ended");
	}
});
