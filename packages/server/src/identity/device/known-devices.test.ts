/** What the tests of logins leave out: the size of the cookie, its form, and the clocks of several instances. */
// Proves: known-clients, trusted-devices
import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";
import { systemRandom } from "../../platform/lib/random.ts";
import { createKeyring } from "../../platform/lib/seal.ts";
import { createKnownDevices } from "./known-devices.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 0, 1);
const keyring = createKeyring("a secret of this test, long enough to be one", systemRandom);
const box = keyring.box("device");
const uuid = (digit: number) => `0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d4${digit}`;
const ada = { id: uuid(1), role: "user", passwordChangedAt: 5, factorsChangedAt: 7 };
const five = [1, 2, 3, 4, 5].map((digit) => ({ ...ada, id: uuid(digit) }));

const options = {
	box,
	trustBox: keyring.box("device2"),
	deploymentId: "d1",
	clock: () => now,
	random: systemRandom,
	lifetime: 90 * day,
	trustLifetime: 30 * day,
};
const devices = createKnownDevices(options);
let trusted: string;
beforeEach(() => {
	trusted = devices.remember(null, ada, true);
});

it("a device is known although the password was set by a clock that is ahead", () => {
	const ahead = { ...ada, passwordChangedAt: now + 10_000 };
	assert.ok(devices.recognize(devices.remember(null, ahead), ahead));
});

it("a device keeps its name from login to login; its cookie is another each time", () => {
	const first = devices.remember(null, ada);
	const second = devices.remember(first, ada);
	assert.notEqual(first, second);
	assert.deepEqual(devices.recognize(second, ada), devices.recognize(first, ada));
	assert.notDeepEqual(devices.recognize(devices.remember(null, ada), ada), devices.recognize(first, ada));
});

it("the cookie of five users is small enough to be read, and more so without trust", () => {
	for (const [trusts, most] of [
		[false, 300],
		[true, 512],
	] as const) {
		let cookie: string | null = null;
		for (const user of five) cookie = devices.remember(cookie, user, trusts);
		for (const user of five) assert.equal(devices.isTrusted(cookie, user), trusts);
		assert.ok((cookie ?? "").length <= most);
	}
});

it("a trusted device loses the trust once the password or the factors change, to an earlier time or a later one", () => {
	assert.ok(devices.isTrusted(trusted, ada));
	for (const change of [-1, 1]) {
		assert.ok(!devices.isTrusted(trusted, { ...ada, factorsChangedAt: 7 + change }));
		assert.ok(!devices.isTrusted(trusted, { ...ada, passwordChangedAt: 5 + change }));
	}
});

it("a trusted device is not trusted by a user who is an admin now", () => {
	assert.ok(!devices.isTrusted(trusted, { ...ada, role: "admin" }));
});

it("a cookie is of no use any more when its logins are too long ago, and at another deployment", () => {
	assert.ok(devices.isOurs(trusted));
	assert.ok(!createKnownDevices({ ...options, clock: () => now + 90 * day }).isOurs(trusted));
	assert.ok(!createKnownDevices({ ...options, deploymentId: "d2" }).isOurs(trusted));
});

it("a trusted device keeps the trust when its user confirms the password, of which the caller says no times", () => {
	const confirmed = devices.remember(trusted, { id: ada.id, role: "user" });
	assert.ok(devices.isTrusted(confirmed, ada));
});

it("a device without trust has the cookie that releases before trust read", () => {
	const plain = box.open(Buffer.from(devices.remember(null, ada), "base64url"), "d1");
	assert.equal(plain?.length, 38);
});
