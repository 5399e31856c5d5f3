/** The client of a program that logs in with an access key, and the functions with which users look after their keys. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { createClient, createProgramClient, type ProgramClientOptions } from "../../../client/src/index.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startApi, takesTokens } from "../support/guarded-api.ts";
import { administrationOf } from "../support/people.ts";
import { addProgram, type ProgramKey, SCOPES } from "../support/program-key.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { watchFetch } from "../support/watched-fetch.ts";

const minute = 60_000;
const login = "POST /analytics/api/auth/login";
const who = "api/auth/session";

describe("A program with an access key", () => {
	let service: TestService;
	let programs = 0;
	before(async () => {
		service = await startTestService({
			prefix: "/analytics",
			settings: { ...cheap, SALLYPORT_SCOPES: SCOPES },
		});
		await service.addUser("ada");
	});
	after(() => service.stop());

	const newProgram = () => addProgram(service, `program-${programs++}`);
	function clientOf(key: Omit<ProgramKey, "id">, options: Partial<ProgramClientOptions> = {}) {
		const { username, accessKey, csrf } = key;
		const { baseUrl, now: clock } = service;
		return createProgramClient({ baseUrl, clock, username, accessKey, csrf, ...options });
	}
	const logOutElsewhere = (token: string) =>
		service.visitor().post("/api/auth/logout", undefined, { authorization: `Bearer ${token}` });

	it("logs in with one request when it needs a token, and after a logout once more", async () => {
		const program = await newProgram();
		const { fetch, seen, headers } = watchFetch();
		const client = clientOf(program, { fetch });
		const answer = await client.fetch(who);
		assert.equal(answer.status, 200);
		assert.equal((await answer.json()).username, program.username);
		assert.deepEqual(seen, [login, "GET /analytics/api/auth/session"]);
		assert.deepEqual([headers[0]?.get("csrf"), headers[0]?.get("cookie")], [program.csrf, null]);
		const token = await client.accessToken();
		const { access_key: accessKey, amr } = decodeJwt(token);
		assert.deepEqual([accessKey, amr], [program.id, ["key"]]);
		await client.logOut();
		const other = await client.accessToken();
		assert.notEqual(decodeJwt(other).sid, decodeJwt(token).sid);
		assert.equal(seen.filter((each) => each === login).length, 2);
	});

	it("makes one login for parallel calls, and another one shortly before the token ends", async () => {
		const { fetch, count } = watchFetch();
		const client = clientOf(await newProgram(), { fetch });
		const inParallel = async () => {
			const answers = await Promise.all(Array.from({ length: 8 }, () => client.fetch(who)));
			for (const { status } of answers) assert.equal(status, 200);
		};
		await inParallel();
		service.travel(58 * minute);
		await inParallel();
		assert.equal(count(login), 1);
		service.travel(minute + 1000);
		await inParallel();
		assert.equal(count(login), 2);
	});

	it("repeats its calls after a login when its session was ended elsewhere", async () => {
		const { fetch, count } = watchFetch();
		const client = clientOf(await newProgram(), { fetch });
		await logOutElsewhere(await client.accessToken());
		const answers = await Promise.all([1, 2, 3].map(() => client.fetch(who)));
		for (const { status } of answers) assert.equal(status, 200);
		assert.equal(count(login), 2);
	});

	it("repeats a call to an API that no longer accepts its token, with its body", async () => {
		const api = await startApi(takesTokens(() => service.now() + 55 * minute));
		try {
			const client = clientOf(await newProgram(), { origins: [api.origin] });
			await client.accessToken();
			service.travel(10 * minute);
			assert.equal((await client.fetch(api.origin, { method: "POST", body: "report" })).status, 200);
			assert.deepEqual(
				api.requests.map(({ body }) => body),
				["report", "report"],
			);
		} finally {
			await api.stop();
		}
	});

	it("learns that its key has ended", async () => {
		const program = await newProgram();
		const client = clientOf(program);
		await client.accessToken();
		await administrationOf(service).accessKeys.end(program.id);
		assert.equal((await client.fetch(who)).status, 401);
		await assert.rejects(client.fetch(who), { code: "access_key_ended", status: 401 });
	});

	it("waits when its key has logged in too often within a minute", async () => {
		const program = await newProgram();
		for (let logins = 0; logins < 60; logins++) await clientOf(program).accessToken();
		const { username, accessKey: password, csrf } = program;
		const limited = await service.visitor().post("/api/auth/login", { username, password }, { csrf });
		assert.equal(limited.status, 429);
		const waits: number[] = [];
		const client = clientOf(program, {
			// The minute passes at once.
			async fetch(input, init) {
				const response = await fetch(input, init);
				if (response.status !== 429) return response;
				const { retryAfter, ...problem } = (await response.json()) as { retryAfter: number };
				waits.push(retryAfter);
				service.travel(retryAfter * 1000);
				const headers = { "content-type": "application/problem+json" };
				return new Response(JSON.stringify({ ...problem, retryAfter: 1 }), { status: 429, headers });
			},
		});
		assert.equal((await client.fetch(who)).status, 200);
		assert.equal(waits.length, 1);
	});

	it("logs in although it was given a CSRF token that is worth nothing", async () => {
		const { fetch, count } = watchFetch();
		const program = await newProgram();
		const client = clientOf({ ...program, csrf: `k1.${"A".repeat(22)}` }, { fetch });
		assert.equal((await client.fetch(who)).status, 200);
		assert.equal(count(login), 2);
	});

	it("gets its key from a person, who lists, renames, rotates and ends keys", async () => {
		const person = createClient({ baseUrl: service.baseUrl, mode: "cookie", clock: service.now });
		await person.logIn({ username: "ada", password: ADMIN_PASSWORD });
		const made = await person.makeAccessKey({ name: "night", days: 30, scopes: ["reports:read"] });
		assert.deepEqual([made.name, made.scopes, made.state], ["night", ["reports:read"], "active"]);
		const { key: accessKey, csrf } = made;
		const program = clientOf({ username: "ada", accessKey, csrf });
		assert.equal(decodeJwt(await program.accessToken()).scope, "reports:read");

		await person.renameAccessKey({ id: made.id, name: "nightly" });
		const [listed, ...others] = await person.listAccessKeys();
		assert.deepEqual([listed?.id, listed?.name, listed?.liveSessions], [made.id, "nightly", 1]);
		assert.deepEqual(others, []);
		assert.ok(!JSON.stringify(listed).includes(accessKey));

		const next = await person.rotateAccessKey({ id: made.id, overlap: 0 });
		assert.deepEqual([next.name, next.scopes], ["nightly", ["reports:read"]]);
		await assert.rejects(clientOf({ username: "ada", accessKey, csrf }).accessToken(), {
			code: "access_key_ended",
		});
		const successor = clientOf({ username: "ada", accessKey: next.key, csrf: next.csrf });
		await successor.accessToken();
		assert.equal((await person.endAccessKey(next.id)).ended, 1);
		assert.equal((await successor.fetch(who)).status, 401);
		await assert.rejects(person.rotateAccessKey({ id: next.id }), { code: "access_key_inactive" });
		await assert.rejects(person.endAccessKey(randomUUID()), { code: "not_found" });
	});
});
