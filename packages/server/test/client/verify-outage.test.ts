// At length: it kills, cuts off or fills what the service needs.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { forge, opened } from "../support/forge.ts";
import { bearerOf } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { createVerifierUnderTest, refuses, type VerifierUnderTest } from "../support/verifier-under-test.ts";

const second = 1000;
const minute = 60 * second;

describe("while the service is away, a verifier", () => {
	let service: TestService;
	let token: string;
	let ended: string;
	let stopped = false;
	const reported: unknown[] = [];
	const report = (cause: unknown) => reported.push(cause);

	beforeEach(async () => {
		service = await startTestService({ settings: cheap });
		stopped = false;
		await service.addUser("ada");
		const logIn = () => service.visitor().logIn("ada", ADMIN_PASSWORD);
		token = String((await logIn()).body?.token);
		const other = await logIn();
		ended = String(other.body?.token);
		await service.visitor().request("POST", "/api/auth/logout", { headers: bearerOf(other) });
		service.travel(2 * second);
		reported.length = 0;
	});
	afterEach(() => (stopped ? undefined : service.stop()));

	async function stop(verifier: VerifierUnderTest): Promise<void> {
		await verifier.verify(token);
		await refuses(verifier.verify(ended), "session_ended");
		stopped = true;
		await service.stop();
	}

	it("goes by the last list for a minute, then refuses with 503", async () => {
		const verifier = createVerifierUnderTest(service, { report });
		await stop(verifier);
		await verifier.pass(59 * second);
		await verifier.verify(token);
		await refuses(verifier.verify(ended), "session_ended");
		await verifier.pass(2 * second);
		for (const each of [token, ended]) await refuses(verifier.verify(each), "service_unavailable");
		assert.ok(reported.length > 0);
		verifier.close();
	});

	it("does so for as long as staleFor says", async () => {
		const verifier = createVerifierUnderTest(service, { staleFor: 0 });
		await stop(verifier);
		await verifier.pass(8 * second);
		await verifier.verify(token);
		await verifier.pass(2 * second);
		await refuses(verifier.verify(token), "service_unavailable");
		verifier.close();
	});

	it("continues with what it knew, if set to accept", async () => {
		const verifier = createVerifierUnderTest(service, { whenUnreachable: "accept" });
		await stop(verifier);
		await verifier.pass(50 * minute);
		await verifier.verify(token);
		await refuses(verifier.verify(ended), "session_ended");
		await verifier.pass(10 * minute);
		await refuses(verifier.verify(token), "session_expired");
		verifier.close();
	});

	it("also accepts what it has no list for, if set to accept", async () => {
		const withoutLists: typeof fetch = (input, init) =>
			String(input).includes("/status/") ? Promise.reject(new TypeError("fetch failed")) : fetch(input, init);
		const strict = createVerifierUnderTest(service, { fetch: withoutLists });
		await refuses(strict.verify(token), "service_unavailable");
		strict.close();
		const lax = createVerifierUnderTest(service, { fetch: withoutLists, whenUnreachable: "accept" });
		await lax.verify(token);
		lax.close();
	});

	it("continues when its report of the outage fails", async () => {
		const report = () => {
			throw new Error("the log is full");
		};
		const verifier = createVerifierUnderTest(service, { report });
		await stop(verifier);
		await verifier.pass(59 * second);
		await verifier.verify(token);
		verifier.close();
	});

	it("refuses with 503 what it has no keys for, however it is set", async () => {
		stopped = true;
		await service.stop();
		for (const whenUnreachable of ["refuse", "accept"] as const) {
			const verifier = createVerifierUnderTest(service, { whenUnreachable });
			await refuses(verifier.verify(token), "service_unavailable");
			await refuses(verifier.verifyRequest({ headers: { cookie: cookieOf("x") } }), "service_unavailable");
			verifier.close();
		}
	});

	it("refuses cookies with 503, and those that were accepted a moment ago as well", async () => {
		const visitor = await service.loggedIn("ada");
		const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
		const verifier = createVerifierUnderTest(service);
		assert.equal((await verifier.verifyRequest({ method: "GET", headers: { cookie } })).kind, "cookie");
		await stop(verifier);
		await refuses(verifier.verifyRequest({ method: "GET", headers: { cookie } }), "service_unavailable");
		verifier.close();
	});

	it("asks it no more than once a second, however many need it", async () => {
		const verifier = createVerifierUnderTest(service);
		await stop(verifier);
		await verifier.pass(70 * second);
		verifier.asked.length = 0;
		for (let round = 0; round < 3; round += 1) {
			await Promise.allSettled(Array.from({ length: 50 }, () => verifier.verify(token)));
		}
		assert.ok(verifier.asked.length <= 2, verifier.asked.join());
		verifier.close();
	});

	it("says 503, not 401, of a key that it cannot ask for", async () => {
		const verifier = createVerifierUnderTest(service);
		await stop(verifier);
		const { header, claims } = opened(token);
		const strange = forge({ ...header, kid: "unknown" }, claims, () => Buffer.alloc(64, 1));
		await verifier.pass(6 * second);
		await refuses(verifier.verify(strange), "service_unavailable");
		await verifier.verify(token);
		verifier.close();
	});

	it("decides normally again as soon as the service is back", async () => {
		let away = false;
		const verifier = createVerifierUnderTest(service, {
			fetch: (input, init) => (away ? Promise.reject(new TypeError("fetch failed")) : fetch(input, init)),
		});
		await verifier.verify(token);
		away = true;
		await verifier.pass(2 * minute);
		await refuses(verifier.verify(token), "service_unavailable");
		away = false;
		await verifier.pass(2 * second);
		await verifier.verify(token);
		verifier.close();
	});
});

const cookieOf = (letter: string) => `sallyport-sid=${letter.repeat(43)}`;
