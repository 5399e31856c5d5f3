/** What must hold for every API of examples/ that verifies tokens in another language. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TokenStage } from "./adversarial-token.ts";
import { adversarialTokens, prepareTokens } from "./adversarial-tokens.ts";
import { describeBackendFaults } from "./backend-faults.ts";
import { describeScopes } from "./backend-scopes.ts";
import { type BackendWorld, startBackendWorld } from "./backend-world.ts";
import type { Backend } from "./backends.ts";
import { cheap } from "./cheap-hashing.ts";
import { forge, invented, opened } from "./forge.ts";
import { eventually } from "./interleave.ts";
import { bearerOf, ownSession } from "./own-session.ts";
import { SCOPES } from "./program-key.ts";
import { startTestService } from "./service.ts";
import type { Answer } from "./visitor.ts";

export async function describeBackend(backend: Backend): Promise<void> {
	const missing = await backend.missing();
	if (missing !== null) {
		const reason = `${missing}, so the example in ${backend.language} is not tested`;
		it(reason, { skip: reason }, () => {});
		return;
	}
	describe(`examples in ${backend.language}:`, () => {
		before(backend.build);
		after(backend.remove);
		describeTokens(backend);
		describeAlgorithms(backend);
		describeBackendFaults(backend);
	});
}

/** Of the caller in a response. */
const groupsIn = (body: Answer["body"]) => (body?.caller as { groups?: unknown } | undefined)?.groups;

function describeTokens(backend: Backend): void {
	describe(`an API in ${backend.language}`, () => {
		let world: BackendWorld;
		let stage: TokenStage;
		before(async () => {
			world = await startBackendWorld(backend, { SALLYPORT_SCOPES: SCOPES });
			stage = await prepareTokens(world.service, "ada");
		});
		after(() => world?.stop());

		it("lets in a token and says who calls, also with the longest life that a token can have", async () => {
			const login = await world.logIn();
			const { status, body } = await world.ask(login);
			const { authenticatedAt } = await ownSession(world.service.visitor(), bearerOf(login));
			assert.equal(status, 200);
			assert.deepEqual(body?.caller, {
				userId: login.body?.id,
				role: "user",
				sessionId: (await ownSession(world.service.visitor(), bearerOf(login))).id,
				authenticatedAt: Math.floor(Date.parse(authenticatedAt) / 1000),
				groups: [],
			});
			const longest = stage.saying({ iat: stage.now(), exp: stage.now() + 25 * 3600 });
			for (const token of [longest, stage.headed({ x: 1 })])
				assert.equal((await world.ask(token)).status, 200);
		});

		it("says which groups the token names, and refuses a token in which they are no list of texts", async () => {
			const groupsOf = async (token: string) => {
				const { status, body } = await world.ask(token);
				return [status, status === 200 ? groupsIn(body) : body?.code];
			};
			for (const groups of [["analysts", "staff"], ["a,b"], []])
				assert.deepEqual(await groupsOf(stage.saying({ groups })), [200, groups]);
			for (const groups of ["staff", 1, true, { staff: true }, [1], [["staff"]], ["staff", { x: 1 }]])
				assert.deepEqual(
					await groupsOf(stage.saying({ groups })),
					[401, "invalid_token"],
					JSON.stringify(groups),
				);
		});

		describeScopes(() => ({ world, stage }));

		it("is closed to callers without a bearer token, or with two", async () => {
			assert.deepEqual(await world.askWith(), [401, "unauthenticated"]);
			for (const value of ["Basic YTpi", "Bearer", "Bearer x", stage.token, `Bearer ${stage.token} x`])
				assert.deepEqual(await world.askWith(value), [401, "invalid_token"], value);
			const good = `Bearer ${stage.token}`;
			assert.deepEqual(await world.askWith(good, good), [401, "invalid_token"]);
			assert.deepEqual(await world.askWith(`bearer  ${stage.token}`), [200, undefined]);
		});

		for (const [fault, tokens] of Object.entries(adversarialTokens))
			it(`refuses ${fault}`, async () => {
				for (const { name, make, code = "invalid_token" } of tokens)
					assert.deepEqual(await world.askWith(`Bearer ${make(stage)}`), [401, code], name);
			});

		it("refuses the token of another deployment", async () => {
			const elsewhere = await startTestService({ settings: cheap });
			try {
				await elsewhere.addUser("ada");
				const { token } = await prepareTokens(elsewhere, "ada");
				assert.equal((await world.ask(token)).body?.code, "invalid_token");
			} finally {
				await elsewhere.stop();
			}
		});

		it("refuses a token soon after its logout, and no other", async () => {
			const [leaving, staying] = [await world.logIn(), await world.logIn()];
			for (const login of [leaving, staying]) assert.equal((await world.ask(login)).status, 200);
			await world.logOut(leaving);
			await eventually(async () => (await world.ask(leaving)).body?.code === "session_ended");
			assert.equal((await world.ask(staying)).status, 200);
		});

		it("lets in what a new key signs, and what an old one signed as long as it is published", async () => {
			const old = await world.logIn();
			const { signingKeyRotation } = world.service.running.deployment;
			for (let time = 0; time < 2; time += 1) await signingKeyRotation.rotate(true);
			let login = old;
			await eventually(async () => {
				login = await world.logIn();
				return world.kidOf(login) !== world.kidOf(old);
			});
			await eventually(async () => (await world.ask(login)).status === 200);
			assert.equal((await world.ask(old)).status, 200);
		});

		it("refuses what a replaced key has signed", async () => {
			const attacker = await prepareTokens(world.service, "ada");
			const forged = () => invented(opened(attacker.token), attacker.own, world.service.now());
			await eventually(async () => (await world.ask(forged())).status === 200);
			await world.service.running.deployment.administration.keys.replaceSigningKeys();
			await eventually(async () => (await world.ask(forged())).body?.code === "invalid_token");
			assert.equal((await world.ask(attacker.token)).body?.code, "invalid_token");
			const login = await world.logIn();
			await eventually(async () => (await world.ask(login)).status === 200);
		});

		it("does not fetch the keys for each key that an attacker invents", async () => {
			const patient = await world.start({});
			await world.ask(await world.logIn(), patient);
			world.hop.seen.length = 0;
			for (let turn = 0; turn < 50; turn += 1) {
				const token = forge({ ...stage.header, kid: String(turn) }, stage.claims, () => Buffer.alloc(64, 1));
				assert.notEqual((await world.ask(token, patient)).status, 200);
			}
			assert.ok(world.hop.seen.length < 50, `${world.hop.seen.length} requests`);
		});

		// The last one, because the service is away afterwards.
		it("goes by the last list while the service is away, until that list is too old", async () => {
			const strict = await world.start({ POLL: "0.2", BOUND: "1", STALE: "1" });
			const login = await world.logIn();
			const ended = await world.logIn();
			await world.logOut(ended);
			for (const api of [world.api, strict])
				await eventually(async () => (await world.ask(ended, api)).body?.code === "session_ended");
			await world.hop.stop();
			assert.equal((await world.ask(login)).status, 200);
			assert.equal((await world.ask(ended)).body?.code, "session_ended");
			await eventually(async () => (await world.ask(login, strict)).status === 503);
			assert.deepEqual((await world.ask(ended, strict)).body, { code: "service_unavailable" });
			const cold = await world.start({});
			assert.deepEqual((await world.ask(login, cold)).body, { code: "service_unavailable" });
		});
	});
}

function describeAlgorithms(backend: Backend): void {
	for (const algorithm of ["EdDSA", "RS256"])
		it(`an API in ${backend.language} verifies ${algorithm}, and learns the groups of its caller`, async () => {
			const settings = { SALLYPORT_TOKEN_ALGORITHM: algorithm, SALLYPORT_TOKEN_CLAIMS: "groups" };
			const world = await startBackendWorld(backend, settings);
			try {
				const { groups, users } = world.service.running.deployment.administration;
				await groups.add("staff", "");
				await users.set("ada", {}, { join: ["staff"] });
				const login = await world.logIn();
				const token = String(login.body?.token);
				assert.equal(opened(token).header.alg, algorithm);
				const { status, body } = await world.ask(login);
				assert.equal(status, 200);
				assert.deepEqual(groupsIn(body), ["staff"]);
				const [header, claims, signature = ""] = token.split(".");
				const other = Buffer.from(signature, "base64url").map((byte, at) => (at === 9 ? byte ^ 1 : byte));
				const forged = `${header}.${claims}.${Buffer.from(other).toString("base64url")}`;
				for (const each of [forged, `${header}.${claims}.AAAA`])
					assert.equal((await world.ask(each)).body?.code, "invalid_token");
				await world.logOut(login);
				await eventually(async () => (await world.ask(login)).body?.code === "session_ended");
			} finally {
				await world.stop();
			}
		});
}
