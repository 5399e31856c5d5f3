/** What an API in another language must not believe, and what it makes of a service that publishes it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { deflateSync } from "node:zlib";
import type { Backend } from "./backends.ts";
import { call } from "./call.ts";
import type { Started } from "./examples.ts";
import { eventually } from "./interleave.ts";
import { type Fault, foreignKey, type Issuer, startIssuer } from "./issuer.ts";

const past = () => Math.floor(Date.now() / 1000) - 10;

const unbelievable: Record<string, () => Fault> = {
	"signed by a foreign key": () => ({ signedBy: foreignKey() }),
	"of another type": () => ({ header: { typ: "at+jwt" } }),
	"of no algorithm": () => ({ header: { alg: "none" } }),
	"of another issuer": () => ({ claims: { iss: "https://elsewhere.example" } }),
	"of another address": () => ({ claims: { sub: "http://localhost/api/auth/status/two" } }),
	"that has expired": () => ({ claims: { exp: past() } }),
	"without an expiry": () => ({ claims: { exp: undefined } }),
	"from the future": () => ({ claims: { iat: past() + 120 } }),
	"of entries with two bits": () => ({ claims: { status_list: { bits: 2, lst: "" } } }),
	"that is not compressed": () => ({ lst: Buffer.alloc(16).toString("base64url") }),
	"that is cut off": () => ({
		lst: deflateSync(Buffer.alloc(1 << 17))
			.subarray(0, -8)
			.toString("base64url"),
	}),
	"that decompresses to more than there can be": () => ({ bits: Buffer.alloc(1 << 24) }),
	"that is not found": () => ({ status: 404 }),
	"without a key": () => ({ keys: [] }),
};

const outages: Record<string, Fault> = {
	"behind an error": { status: 500 },
	"that never comes": { away: true },
};

export function describeBackendFaults(backend: Backend): void {
	describe(`an API in ${backend.language}, given a list`, () => {
		let issuer: Issuer;
		let api: Started;
		let strict: Started;
		before(async () => {
			issuer = await startIssuer();
			const often = { SALLYPORT_URL: issuer.url, POLL: "0.02", BOUND: "0.2" };
			api = await backend.start(often);
			strict = await backend.start({ ...often, STALE: "0.2" });
		});
		after(async () => {
			await api?.stop();
			await strict?.stop();
			await issuer?.stop();
		});
		const ask = (asked = api) =>
			call(`http://127.0.0.1:${asked.port}`, "/", {
				headers: [["Authorization", `Bearer ${issuer.token()}`]],
			});
		const settles = (fault: Fault, status: number, asked = api) => {
			issuer.fault = fault;
			return eventually(async () => (await ask(asked)).status === status);
		};

		it("goes by the bit of the token, and refuses one that the list does not have", async () => {
			await settles({}, 200);
			issuer.fault = { bits: Buffer.from([1]) };
			await eventually(async () => (await ask()).body?.code === "session_ended");
			issuer.fault = { bits: Buffer.from([0xfe]) };
			await eventually(async () => (await ask()).status === 200);
			issuer.fault = { bits: Buffer.alloc(0) };
			await eventually(async () => (await ask()).body?.code === "invalid_token");
		});

		for (const [fault, make] of Object.entries(unbelievable))
			it(`${fault}: lets nothing in, and does not take it for an outage`, async () => {
				await settles({}, 200);
				const { asked } = issuer;
				issuer.fault = make();
				// On a slow machine a good list is still on its way, and the API too late with it: that is a 503 as well.
				await eventually(async () => {
					const before = issuer.asked;
					return (await ask()).status === 503 && before > asked + 3;
				});
				for (; issuer.asked < asked + 10; ) assert.equal((await ask()).body?.code, "service_unavailable");
				await settles({}, 200);
			});

		for (const [name, outage] of Object.entries(outages))
			it(`${name}: goes by the last one, until that is too old`, async () => {
				for (const each of [api, strict]) await settles({}, 200, each);
				await settles(outage, 503, strict);
				// More often than it can ask within the bound.
				const { asked } = issuer;
				await eventually(async () => (await ask()).status === 200 && issuer.asked > asked + 40);
				await settles({}, 200, strict);
			});
	});
}
