import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { es, forge, opened, stolenKey } from "../support/forge.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";

const second = 1000;
const JWKS = "/.well-known/jwks.json";

describe("what a verifier asks the service for", () => {
	let service: TestService;
	let verifier: VerifierUnderTest;
	let token: string;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("ada");
	});
	after(() => service.stop());
	afterEach(() => verifier.close());
	beforeEach(async () => {
		// Not across one of the moments at which lists are signed again.
		service.travel(600 * second - (service.now() % (600 * second)));
		verifier = createVerifierUnderTest(service);
		token = String((await service.visitor().logIn("ada", ADMIN_PASSWORD)).body?.token);
	});
	const keyQuestions = () => verifier.asked.filter((path) => path === JWKS).length;
	const listQuestions = () => verifier.asked.filter((path) => path.startsWith("/api/auth/status/")).length;
	const withKid = (kid: string) => {
		const { header, claims } = opened(token);
		return forge({ ...header, kid }, claims, () => Buffer.alloc(64, 1));
	};

	it("is nothing before the first token, and each thing once for many at a time", async () => {
		assert.deepEqual(verifier.asked, []);
		await Promise.all(Array.from({ length: 50 }, () => verifier.verify(token)));
		assert.equal(verifier.asked.length, 3);
	});

	it("is nothing for what cannot be a token of the service", async () => {
		await verifier.verify(token);
		verifier.asked.length = 0;
		const { header, claims } = opened(token);
		const strange = {
			jwk: {},
			jku: `${service.baseUrl}/keys`,
			x5u: `${service.baseUrl}/keys`,
			x5c: ["AAAA"],
		};
		for (const each of [
			"x",
			`${token}=`,
			"x".repeat(5000),
			forge({ ...header, ...strange }, claims, () => Buffer.alloc(64, 1)),
		]) {
			await refuses(verifier.verify(each), "invalid_token");
		}
		assert.deepEqual(verifier.asked, []);
	});

	it("is the keys at most once in five seconds, whatever kids attackers make up; known ones do not wait for that", async () => {
		await verifier.verify(token);
		verifier.freeze(6 * second);
		verifier.asked.length = 0;
		for (let flood = 0; flood < 3; flood += 1) {
			const invented = Array.from({ length: 100 }, (_, index) =>
				refuses(verifier.verify(withKid(`made-up-${flood}-${index}`)), "invalid_token"),
			);
			await verifier.verify(token);
			await Promise.all(invented);
		}
		assert.equal(keyQuestions(), 1);
		verifier.freeze(5 * second);
		await refuses(verifier.verify(withKid("another")), "invalid_token");
		assert.equal(keyQuestions(), 2);
	});

	it("is the keys again when they are as old as the service lets them get", async () => {
		await verifier.verify(token);
		verifier.freeze(299 * second);
		await verifier.verify(token);
		assert.equal(keyQuestions(), 1);
		verifier.freeze(2 * second);
		await verifier.verify(token);
		assert.equal(keyQuestions(), 2);
	});

	it("is a list in use about every five seconds, never all at the same time, and unchanged ones are not sent again", async () => {
		const statuses: number[] = [];
		let luck = 0;
		const watched = createVerifierUnderTest(service, {
			random: () => luck,
			async fetch(input, init) {
				const answer = await fetch(input, init);
				if (String(input).includes("/status/")) statuses.push(answer.status);
				return answer;
			},
		});
		await watched.verify(token);
		await watched.pass(3.8 * second);
		assert.deepEqual(statuses, [200]);
		await watched.pass(0.4 * second);
		assert.deepEqual(statuses, [200, 304]);
		luck = 0.999999;
		await watched.pass(3.9 * second);
		assert.deepEqual(statuses, [200, 304, 304]);
		await watched.pass(5.5 * second);
		assert.deepEqual(statuses, [200, 304, 304]);
		await watched.pass(0.5 * second);
		assert.deepEqual(statuses, [200, 304, 304, 304]);
		watched.close();
	});

	it("is nothing once it was not used for a minute, and nothing after its close", async () => {
		await verifier.verify(token);
		await verifier.pass(10 * 60 * second);
		assert.equal(verifier.scheduled(), 0);
		assert.ok(listQuestions() < 20, String(listQuestions()));
		await verifier.verify(token);
		assert.equal(verifier.scheduled(), 1);
		verifier.close();
		assert.equal(verifier.scheduled(), 0);
		await verifier.verify(token);
		assert.equal(verifier.scheduled(), 0);
		const closed = createVerifierUnderTest(service);
		closed.close();
		await closed.verify(token);
		assert.equal(closed.scheduled(), 0);
	});

	it("is never what a token names elsewhere, or as something else", async () => {
		const own = await stolenKey(service);
		const { header, claims } = opened(token);
		const { uri } = (claims.status as { status_list: { uri: string } }).status_list;
		await verifier.verify(token);
		verifier.asked.length = 0;
		const base = service.baseUrl;
		const statuses: unknown[] = [
			undefined,
			null,
			{},
			{ status_list: [] },
			...[
				"http://127.0.0.1:9/list",
				`${base}.evil.example/api/auth/status/x`,
				`${base}/api/auth/status`,
				`${base}/api/auth/status/`,
				`${base}/api/auth/status/../logout`,
				`${base}/api/auth/status/%2e%2e`,
				`${base}/api/auth/status/a/b`,
				`${uri}?x=1`,
				`${uri}#x`,
				uri.replace("http:", "HTTP:"),
				["http://127.0.0.1:9/list"],
			].map((other) => ({ status_list: { idx: 1, uri: other } })),
			...[undefined, null, "1", -1, 0.5, 1e300].map((idx) => ({ status_list: { idx, uri } })),
		];
		for (const status of statuses) {
			const forged = forge(header, { ...claims, status }, es(own));
			await refuses(verifier.verify(forged), "invalid_token");
		}
		assert.deepEqual(verifier.asked, []);
		const beyond = forge(header, { ...claims, status: { status_list: { idx: 2 ** 20, uri } } }, es(own));
		await refuses(verifier.verify(beyond), "invalid_token");
	});
});
