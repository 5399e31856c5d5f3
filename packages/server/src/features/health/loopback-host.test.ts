import assert from "node:assert/strict";
import { it } from "node:test";
import { isAddressHost, isLoopbackHost } from "./loopback-host.ts";

it("the names of this machine are recognized, with any port", () => {
	const own = [
		"localhost",
		"localhost:8401",
		"LOCALHOST.:8401",
		"sallyport.localhost:8401",
		"127.0.0.1",
		"127.0.0.1:8401",
		"127.9.9.9:1",
		"[::1]",
		"[::1]:8401",
		undefined,
	];
	for (const host of own) assert.equal(isLoopbackHost(host), true, host);
});

it("takes no other name for this machine, whatever address it resolves to", () => {
	const foreign = [
		"",
		"evil.example:8401",
		"localhost.evil.example",
		"evil-localhost",
		"localhost@evil.example",
		"127.0.0.1.evil.example",
		"0.0.0.0:8401",
		"10.0.0.1:8401",
		"[::]:8401",
		"::1",
		"localhost:",
		"localhost:8401 ",
		"localhost,evil.example",
	];
	for (const host of foreign) assert.equal(isLoopbackHost(host), false, host);
});

it("tells an address from a name", () => {
	for (const host of ["10.0.0.1", "10.0.0.1:8401", "[fd00::1]:8401", "[::ffff:10.0.0.1]", "0.0.0.0:1"])
		assert.equal(isAddressHost(host), true, host);
	const names = [
		"",
		"a",
		"localhost",
		"10.0.0",
		"10.0.0.1.",
		"10.0.0.256",
		"10.0.0.1.evil.example",
		"fd00::1",
	];
	for (const host of [...names, "[evil]", "[10.0.0.1]", "10.0.0.1:x", "10.0.0.1 ", undefined])
		assert.equal(isAddressHost(host), false, host);
});
