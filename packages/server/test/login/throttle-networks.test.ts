/** Guesses that are spread over names, and over what one attacker holds of addresses: they are counted together. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

let names = 0;

/** A wrong password for a name that was never tried before. */
function guess(visitor: Visitor, address: string) {
	names += 1;
	const body = { username: `name${names}`, password: "not the password" };
	return visitor.post("/api/auth/login", body, { "x-forwarded-for": address });
}

describe("guesses behind a trusted proxy", () => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1", SALLYPORT_ADDRESS_FAILURES: "2" };
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	/** With a CSRF token of its own. */
	const guessFrom = (address: string) => guess(service.visitor(), address);

	// Proves: guesses-of-an-address
	it("from one IPv6 network of a customer, /48, are eight times those of one address", async () => {
		for (let prefix = 1; prefix <= 8; prefix++) {
			for (const host of ["1", "ffff:0:3"])
				assertProblem(await guessFrom(`2001:db8:aaaa:${prefix}::${host}`), "invalid_credentials");
			if (prefix < 8) assertProblem(await guessFrom(`2001:db8:aaaa:${prefix}::3`), "rate_limited");
		}
		for (const again of ["2001:db8:aaaa:9::1", "2001:0DB8:AAAA:ffff:0:0:0:1", "2001:db8:aaaa::1"])
			assertProblem(await guessFrom(again), "rate_limited");
		for (const other of ["2001:db8:aaab::1", "2001:db8:aaa:a::1", "2001:db9:aaaa:1::1"])
			assertProblem(await guessFrom(other), "invalid_credentials");
	});

	// As whatever listens on both families may write it.
	const mapped: Array<[example: string, spell: (host: number) => string]> = [
		["::ffff:203.0.113.9", (host) => `::ffff:203.0.113.${host}`],
		["::FFFF:203.0.113.9", (host) => `::FFFF:203.0.113.${host}`],
		["::ffff:cb00:7109", (host) => `::ffff:cb00:71${host.toString(16).padStart(2, "0")}`],
		["0:0:0:0:0:ffff:203.0.113.9", (host) => `0:0:0:0:0:ffff:203.0.113.${host}`],
	];
	for (const [index, [example, spell]] of mapped.entries()) {
		// Proves: guesses-of-an-address
		it(`from an IPv4 address written like ${example} are from that one, and from no other`, async () => {
			const host = 10 * index;
			assertProblem(await guessFrom(`203.0.113.${host}`), "invalid_credentials");
			assertProblem(await guessFrom(spell(host)), "invalid_credentials");
			for (const each of [spell(host), `203.0.113.${host}`])
				assertProblem(await guessFrom(each), "rate_limited");
			for (let other = 1; other <= 9; other++)
				assertProblem(await guessFrom(spell(host + other)), "invalid_credentials");
		});
	}
});

// Proves: guesses-with-a-csrf-token
it("one CSRF token allows a hundred guesses, wherever they come from", async () => {
	const service = await startTestService({ settings: { ...cheap, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1" } });
	try {
		const visitor = service.visitor();
		const other = service.visitor();
		for (let number = 1; number <= 100; number++)
			assertProblem(await guess(visitor, `198.51.100.${number}`), "invalid_credentials");
		assertProblem(await guess(visitor, "198.51.100.101"), "rate_limited");
		// Another value of the same visitor is no other visitor.
		await visitor.get("/api/auth/csrf");
		assertProblem(await guess(visitor, "198.51.100.102"), "rate_limited");
		assertProblem(await guess(other, "198.51.100.101"), "invalid_credentials");

		await service.addUser("ada");
		const csrf = await service.copiedCsrf(await service.loggedIn("ada"));
		const script = (number: number) => {
			const body = { username: `account${number}`, password: "not the password" };
			return service
				.visitor({ "x-forwarded-for": `192.0.2.${number}` })
				.post("/api/auth/login", body, { csrf });
		};
		for (let number = 1; number <= 100; number++) assertProblem(await script(number), "invalid_credentials");
		assertProblem(await script(101), "rate_limited");
		assert.notEqual(csrf, "");
	} finally {
		await service.stop();
	}
});
