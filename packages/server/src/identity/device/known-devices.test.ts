// Proves: known-clients
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { systemRandom } from "../../platform/lib/random.ts";
import { createKeyring } from "../../platform/lib/seal.ts";
import { createKnownDevices, type KnownDevices } from "./known-devices.ts";

const day = 86_400_000;
const secret = "a secret of this test, long enough to be one";
const uuid = (digit: number) => `0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d4${digit}`;

describe("known devices", () => {
	let now = Date.UTC(2026, 0, 1);
	const make = (label = "device", deploymentId = "d1", key = secret): KnownDevices =>
		createKnownDevices({
			box: createKeyring(key, systemRandom).box(label),
			trustBox: createKeyring(key, systemRandom).box(`${label}2`),
			deploymentId,
			clock: () => now,
			random: systemRandom,
			lifetime: 90 * day,
			trustLifetime: 0,
		});
	const ada = { id: uuid(1), role: "user", passwordChangedAt: null };
	let devices: KnownDevices;
	beforeEach(() => {
		devices = make();
	});

	it("know the users who logged in on them, and no others", () => {
		const cookie = devices.remember(null, ada);
		assert.ok(devices.recognize(cookie, ada));
		assert.equal(devices.recognize(cookie, { ...ada, id: uuid(2) }), null);
		assert.equal(devices.recognize(cookie, null), null);
		assert.equal(devices.recognize(null, ada), null);
	});

	it("keep their name from login to login, so that an old copy shares the budget; the cookie is another each time", () => {
		const first = devices.remember(null, ada);
		const second = devices.remember(first, ada);
		assert.notEqual(first, second);
		assert.equal(devices.recognize(second, ada), devices.recognize(first, ada));
		assert.notEqual(devices.recognize(devices.remember(null, ada), ada), devices.recognize(first, ada));
	});

	it("are shared by five users, and forget the one who logged in longest ago", () => {
		let cookie: string | null = null;
		for (let user = 1; user <= 6; user++) {
			now += 1;
			cookie = devices.remember(cookie, { ...ada, id: uuid(user) });
		}
		const known = [1, 2, 3, 4, 5, 6].filter((user) => devices.recognize(cookie, { ...ada, id: uuid(user) }));
		assert.deepEqual(known, [2, 3, 4, 5, 6]);
		assert.ok((cookie ?? "").length <= 300);
	});

	it("are unknown again after their time, each user apart", () => {
		const cookie = devices.remember(null, ada);
		now += 60 * day;
		const both = devices.remember(cookie, { ...ada, id: uuid(2) });
		now += 30 * day;
		assert.equal(devices.recognize(both, ada), null);
		assert.ok(devices.recognize(both, { ...ada, id: uuid(2) }));
		assert.equal(devices.isOurs(cookie), false);
	});

	it("are unknown again when the password was set after the login", () => {
		const cookie = devices.remember(null, ada);
		assert.ok(devices.recognize(cookie, { ...ada, passwordChangedAt: now }));
		assert.equal(devices.recognize(cookie, { ...ada, passwordChangedAt: now + 1 }), null);
	});

	it("are known although the password was set by a clock that is ahead", () => {
		const ahead = { ...ada, passwordChangedAt: now + 10_000 };
		assert.ok(devices.recognize(devices.remember(null, ahead), ahead));
	});

	it("are named only by a cookie that was sealed here for this purpose", () => {
		const cookie = devices.remember(null, ada);
		const bytes = Buffer.from(cookie, "base64url");
		for (let at = 0; at < bytes.length; at++) {
			const bent = Buffer.from(bytes);
			bent[at] = (bent[at] ?? 0) ^ 1;
			assert.equal(devices.isOurs(bent.toString("base64url")), false);
		}
		for (const foreign of [make("csrf"), make("device", "d2"), make("device", "d1", `another ${secret}`)]) {
			assert.equal(devices.recognize(foreign.remember(null, ada), ada), null);
		}
		for (const junk of ["", "a", "A".repeat(43), "A".repeat(512)]) assert.equal(devices.isOurs(junk), false);
	});
});
