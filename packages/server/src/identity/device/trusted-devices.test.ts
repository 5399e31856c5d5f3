// Proves: trusted-devices
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { systemRandom } from "../../platform/lib/random.ts";
import { createKeyring } from "../../platform/lib/seal.ts";
import { createKnownDevices } from "./known-devices.ts";

const day = 86_400_000;
const keyring = createKeyring("a secret of this test, long enough to be one", systemRandom);
const uuid = (digit: number) => `0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d4${digit}`;

describe("trusted devices", () => {
	let now = 0;
	const make = (trustDays = 30) =>
		createKnownDevices({
			box: keyring.box("device"),
			trustBox: keyring.box("device2"),
			deploymentId: "d1",
			clock: () => now,
			random: systemRandom,
			lifetime: 90 * day,
			trustLifetime: trustDays * day,
		});
	const devices = make();
	const ada = { id: uuid(1), role: "user", passwordChangedAt: 5, factorsChangedAt: 7 };
	const bob = { ...ada, id: uuid(2) };
	let trusted: string;
	beforeEach(() => {
		now = Date.UTC(2026, 0, 1);
		trusted = devices.remember(null, ada, true);
	});

	it("are trusted by the user who said so, and by no one else", () => {
		assert.ok(devices.isTrusted(trusted, ada));
		assert.ok(devices.recognize(trusted, ada));
		assert.ok(!devices.isTrusted(trusted, bob));
		assert.ok(!devices.isTrusted(devices.remember(trusted, bob), bob));
		assert.ok(!devices.isTrusted(devices.remember(null, ada), ada));
		assert.ok(!devices.isTrusted(null, ada));
	});

	it("stay trusted by several users, and their cookie stays small enough to be read", () => {
		let cookie: string | null = null;
		const users = [1, 2, 3, 4, 5].map((digit) => ({ ...ada, id: uuid(digit) }));
		for (const user of users) cookie = devices.remember(cookie, user, true);
		for (const user of users) assert.ok(devices.isTrusted(cookie, user));
		assert.ok((cookie ?? "").length <= 512);
	});

	it("lose the trust once the password or the factors change, to an earlier time or a later one", () => {
		for (const change of [-1, 1]) {
			assert.ok(!devices.isTrusted(trusted, { ...ada, factorsChangedAt: 7 + change }));
			assert.ok(!devices.isTrusted(trusted, { ...ada, passwordChangedAt: 5 + change }));
		}
	});

	it("keep the trust over later logins, but no longer", () => {
		now += 29 * day;
		const again = devices.remember(trusted, ada);
		assert.ok(devices.isTrusted(again, ada));
		now += day;
		assert.ok(!devices.isTrusted(again, ada));
		assert.ok(devices.recognize(again, ada));
	});

	it("keep the trust when the user confirms the password, of which the caller says no times", () => {
		const confirmed = devices.remember(trusted, { id: ada.id, role: "user" });
		assert.ok(devices.isTrusted(confirmed, ada));
	});

	it("are never trusted by an admin, neither when it is said nor when the user became one", () => {
		const admin = { ...ada, role: "admin" };
		assert.ok(!devices.isTrusted(trusted, admin));
		assert.ok(!devices.isTrusted(devices.remember(null, admin, true), ada));
	});

	it("are trusted nowhere when the setting says 0s", () => {
		const off = make(0);
		assert.ok(!off.isTrusted(trusted, ada));
		assert.ok(!devices.isTrusted(off.remember(trusted, ada, true), ada));
	});

	it("have, without trust, the cookie that releases before this one read", () => {
		const plain = keyring.box("device").open(Buffer.from(devices.remember(null, ada), "base64url"), "d1");
		assert.equal(plain?.length, 38);
	});

	it("are not made by bending the cookie, or by sealing it for another purpose", () => {
		const bytes = Buffer.from(trusted, "base64url");
		for (let at = 0; at < bytes.length; at++) {
			const bent = Buffer.from(bytes);
			bent[at] = (bent[at] ?? 0) ^ 1;
			assert.equal(devices.isTrusted(bent.toString("base64url"), ada), false);
		}
		const plain = keyring.box("device2").open(bytes, "d1") ?? Buffer.alloc(0);
		const asKnown = keyring.box("device").seal(plain, "d1").toString("base64url");
		assert.equal(devices.isTrusted(asKnown, ada), false);
	});
});
