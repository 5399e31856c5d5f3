// Proves: guesses-of-an-address
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase } from "../support/databases.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { startServe } from "../support/serve-process.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const five = { ...cheap, SALLYPORT_ADDRESS_FAILURES: "5" };
let names = 0;

/** A wrong password for a name that was never tried before. */
function guess(service: TestService, forwarded?: string) {
	names += 1;
	const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
	const body = { username: `name${names}`, password: "not the password" };
	return service.visitor().post("/api/auth/login", body, headers);
}

async function spend(service: TestService, addresses: string[]): Promise<void> {
	for (let time = 0; time < 5; time++) {
		assertProblem(await guess(service, addresses[time % addresses.length]), "invalid_credentials");
	}
}

describe("without a trusted proxy", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: five });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("an address has five failures, whatever it says about itself", async () => {
		const browser = await service.loggedIn("ada");
		await spend(service, ["1.1.1.1", "2.2.2.2", "3.3.3.3", "127.0.0.1", "::1"]);
		assertProblem(await guess(service, "4.4.4.4"), "rate_limited");
		assertProblem(await guess(service), "rate_limited");
		const { sessions } = (await browser.get("/api/auth/sessions")).body as { sessions: object[] };
		assert.deepEqual(
			sessions.map((each) => "clientAddress" in each && each.clientAddress),
			["127.0.0.1"],
		);
	});
});

describe("a proxy that is not trusted", () => {
	const forward30 = async (baseUrl: string) => {
		for (let sent = 0; sent < 30; sent += 1)
			await fetch(`${baseUrl}/healthz`, { headers: { "x-forwarded-for": `planted-${sent}, 9.9.9.9` } });
	};

	it("is one line of the log, which names the setting and repeats nothing that was sent", async (context) => {
		const database = createTestDatabase("sqlite");
		context.after(() => database.remove());
		const serve = await startServe({ databaseUrl: await database.url() });
		context.after(() => serve.kill());
		await forward30(serve.baseUrl);
		await serve.end("SIGTERM");
		const printed = serve.printed();
		assert.doesNotMatch(printed, /planted|9\.9\.9\.9/);
		const [line = "", ...others] = printed.split("\n").filter((each) => each.includes("X-Forwarded-For"));
		const { level, peer, message } = JSON.parse(line) as Record<string, string>;
		assert.deepEqual([level, peer, others], ["warn", "127.0.0.1", []]);
		assert.match(message ?? "", / set SALLYPORT_TRUSTED_PROXIES=127\.0\.0\.1; /);
	});

	it("is no line once the setting names it", async (context) => {
		const of = async (trusted: string) => {
			const settings = { ...cheap, SALLYPORT_TRUSTED_PROXIES: trusted };
			const service = await startTestService({ settings });
			context.after(() => service.stop());
			await forward30(service.baseUrl);
			return service.logged.filter((line) => "peer" in line).length;
		};
		assert.deepEqual([await of("10.0.0.0/8"), await of("127.0.0.0/8,::1")], [1, 0]);
	});
});

describe("behind a trusted proxy", () => {
	let service: TestService;
	before(async () => {
		const settings = { ...five, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" };
		service = await startTestService({ settings });
		await service.addUser("ada");
	});
	after(() => service.stop());

	const shared: Array<[name: string, addresses: string[], also: string]> = [
		["whatever is to the left", ["9.9.9.9, 1.0.0.1", "8.8.8.8, 1.0.0.1", "1.0.0.1"], "7.7.7.7, 1.0.0.1"],
		["through two proxies", ["1.0.0.2, 10.0.0.1", "x, 1.0.0.2, 10.1.2.3"], "1.0.0.2"],
		["as IPv6 in disguise", ["::ffff:1.0.0.3", "1.0.0.3"], "::FFFF:1.0.0.3"],
		["of one IPv6 network", ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"], "2001:0DB8:0001:0002:0:0:0:7"],
		["that is garbage", ["a", "", "unknown", "x".repeat(8000), "1.2.3.4.5"], "' or 1=1"],
	];
	for (const [name, addresses, also] of shared) {
		it(`an address ${name} is one`, async () => {
			await spend(service, addresses);
			assertProblem(await guess(service, also), "rate_limited");
		});
	}

	it("addresses of different clients are not", async () => {
		await spend(service, ["1.0.0.4"]);
		await spend(service, ["2001:db8:1:3::1"]);
		assertProblem(await guess(service, "1.0.0.5"), "invalid_credentials");
		assertProblem(await guess(service, "2001:db8:1:4::1"), "invalid_credentials");
	});

	it("the address is that of the client in the list of sessions", async () => {
		const browser = service.visitor({ "x-forwarded-for": "6.6.6.6, 192.0.2.7" });
		await browser.logIn("ada", ADMIN_PASSWORD, { session: true });
		await ownSession(browser);
		const { sessions } = (await browser.get("/api/auth/sessions")).body as {
			sessions: Array<{ clientAddress: string }>;
		};
		assert.deepEqual(
			sessions.map((each) => each.clientAddress),
			["192.0.2.7"],
		);
	});
});
