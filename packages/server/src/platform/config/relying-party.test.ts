import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadConfig } from "./config.ts";
import { relyingPartyOf } from "./relying-party.ts";

describe("the domain of passkeys", () => {
	const at = (baseUrl: string, more: Record<string, string> = {}) =>
		loadConfig({ SALLYPORT_BASE_URL: baseUrl, ...more });

	it("is the host of the base URL, or a domain above it", () => {
		assert.deepEqual(relyingPartyOf(at("https://login.example.com/analytics")), {
			id: "login.example.com",
			origins: ["https://login.example.com"],
		});
		const above = at("https://login.example.com", { SALLYPORT_PASSKEY_RP_ID: "example.com" });
		assert.deepEqual(relyingPartyOf(above), { id: "example.com", origins: ["https://login.example.com"] });
	});

	it("keeps the service from starting if browsers would refuse it", () => {
		for (const rpId of [
			"example.org",
			"ample.com",
			"com",
			"login.example.com.",
			"Example.com",
			"https://example.com",
		])
			assert.throws(
				() => at("https://login.example.com", { SALLYPORT_PASSKEY_RP_ID: rpId }),
				/SALLYPORT_PASSKEY_RP_ID/,
				rpId,
			);
	});

	it("does not exist at an IP address or over plain http, and does on this machine", () => {
		for (const baseUrl of ["https://192.0.2.7", "https://[2001:db8::1]", "http://127.0.0.1:8400"])
			assert.match(JSON.stringify(relyingPartyOf(at(baseUrl))), /an IP address/);
		const plain = at("http://login.example.com", { SALLYPORT_ALLOW_INSECURE_HTTP: "true" });
		assert.match(JSON.stringify(relyingPartyOf(plain)), /plain http/);
		const here = relyingPartyOf(at("http://localhost:8400"));
		assert.deepEqual(here, { id: "localhost", origins: ["http://localhost:8400"] });
	});
});
