import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ErrorCode, errorCodes } from "../../src/platform/errors.ts";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { startPostgres } from "../support/postgres-cluster.ts";
import { assertProblem, assertSafeHeaders } from "../support/problem.ts";
import type { Stage } from "../support/refusal-case.ts";
import { refusalCases } from "../support/refusal-cases.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

/** What no request can provoke. */
const notOverHttp: ErrorCode[] = [
	// Over HTTP no admin takes the own login, so the last one never does.
	"last_admin",
	// On a page, for a person: programs get the error of the protocol.
	"application_request_invalid",
];

const provoked = new Set<unknown>();

function assertRefused(answer: Answer, code: ErrorCode): void {
	assertProblem(answer, code);
	provoked.add(answer.body?.code);
}

describe("every refusal", () => {
	let stage: Stage;
	before(async () => {
		const times = { SALLYPORT_HEADER_TIMEOUT: "1s", SALLYPORT_REQUEST_TIMEOUT: "1s" };
		const secondFactor = { SALLYPORT_SECOND_FACTOR: "admins", SALLYPORT_SECOND_FACTOR_GRACE: "0s" };
		const scopes = { SALLYPORT_SCOPES: "reports:read", SALLYPORT_OIDC: "on" };
		const service = await startTestService({ settings: { ...cheap, ...times, ...secondFactor, ...scopes } });
		let made = 0;
		const newUser = async () => {
			made += 1;
			await service.addUser(`user${made}`);
			return `user${made}`;
		};
		stage = { service, users: usersOf(service), newUser };
	});
	after(() => stage.service.stop());

	for (const { name, request, status, code } of refusalCases) {
		it(`${name}: ${status} ${code}`, async () => {
			const answer = await request(stage);
			assertRefused(answer, code);
			assert.equal(answer.status, status);
		});
	}

	it("carries the same headers as a success", async () => {
		for (const path of ["/healthz", "/login", "/api/auth/csrf", "/openapi.json"]) {
			const answer = await stage.service.visitor().get(path);
			assert.equal(answer.status, 200, path);
			assertSafeHeaders(answer);
		}
	});

	it("names every address's methods in Allow", async () => {
		const allowed = async (path: string) =>
			(await stage.service.visitor().request("PATCH", path)).headers.get("allow");
		assert.equal(await allowed("/api/auth/login"), "POST, OPTIONS");
		assert.equal(await allowed("/api/auth/sessions"), "DELETE, GET, HEAD, OPTIONS");
		assert.equal(await allowed("/api/auth/sessions/any"), "DELETE, OPTIONS");
	});

	it("says error=invalid_token only to a client that sent a token", async () => {
		const challenge = async (headers: Record<string, string>) =>
			(await stage.service.visitor().get("/api/auth/session", headers)).headers.get("www-authenticate");
		const realm = `Bearer realm="localhost:${stage.service.port}"`;
		assert.equal(await challenge({}), realm);
		assert.equal(await challenge({ authorization: "Bearer x" }), `${realm}, error="invalid_token"`);
	});
});

describe("trouble inside the service", () => {
	it("a database that is gone: 503 store_unavailable, for the right password too", async () => {
		const cluster = await startPostgres();
		let service: TestService | undefined;
		try {
			service = await startTestService({ databaseUrl: cluster.url("postgres"), settings: cheap });
			await service.addUser("ada");
			const user = await service.loggedIn("ada");
			const unknownDevice = service.visitor();
			await unknownDevice.get("/api/auth/csrf");
			await cluster.stop();
			assertRefused(await unknownDevice.logIn("ada", ADMIN_PASSWORD), "store_unavailable");
			assertRefused(await user.get("/api/auth/session"), "store_unavailable");
			assertRefused(await user.post("/api/auth/logout"), "store_unavailable");
			assert.equal((await unknownDevice.get("/healthz")).status, 200);
			assert.equal(JSON.stringify((await user.get("/account")).body).includes("postgres"), false);
		} finally {
			await cluster.stop();
			// Nothing can be written down any more at the stop.
			await service?.stop().catch(() => {});
		}
	});

	// Proves: full-queue
	it("more logins than can wait: 503 overloaded, and the rest succeed", async () => {
		const settings = { SALLYPORT_HASH_THREADS: "1", SALLYPORT_HASH_QUEUE: "1", SALLYPORT_HASH_PASSES: "8" };
		const service = await startTestService({ settings });
		try {
			const passwordHash = await service.running.hasher.hash(ADMIN_PASSWORD);
			const names = Array.from({ length: 20 }, (_, index) => `user${index}`);
			for (const name of names) await usersOf(service).add({ name, role: "user", passwordHash });
			const answers = await Promise.all(names.map((name) => service.visitor().logIn(name, ADMIN_PASSWORD)));
			const refused = answers.filter((answer) => answer.status !== 200);
			assert.ok(refused.length > 0 && refused.length < answers.length);
			for (const answer of refused) assertRefused(answer, "overloaded");
		} finally {
			await service.stop();
		}
	});

	it("a signing key that cannot be read: 500 internal_error, without the reason", async () => {
		const service = await startTestService({ settings: cheap });
		try {
			await service.addUser("ada");
			const { database } = service.running.deployment.opened;
			await database.updateTable("signing_keys").set({ private_jwk_sealed: "damaged" }).execute();
			const answer = await service.visitor().logIn("ada", ADMIN_PASSWORD);
			assertRefused(answer, "internal_error");
			const { requestId = "" } = answer.body as { requestId?: string };
			// The id is random, and may spell any of them.
			assert.doesNotMatch(answer.text.replace(requestId, ""), /sign|key|seal/i);
			assert.ok(service.logged.some((line) => "requestId" in line && line.requestId === requestId));
			assert.equal((await service.visitor().logIn("ada", ADMIN_PASSWORD, { session: true })).status, 200);
		} finally {
			await service.stop();
		}
	});
});

it("provokes every code there is", () => {
	assert.deepEqual(new Set(errorCodes.filter((code) => !provoked.has(code))), new Set(notOverHttp));
});
