/** What would run and be unsafe: it stops the start with one line, unless the operator permits it by name; commands still run. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { objections, refusal } from "../support/dangerous-settings.ts";

describe("plain http on the network", () => {
	for (const host of ["0.0.0.0", "::", "192.0.2.1", "login.example.com", "::ffff:127.0.0.1"]) {
		it(`stops the start on ${host}, since a loopback base URL has no TLS`, async () => {
			const [line = "", ...others] = await refusal({ SALLYPORT_HOST: host });
			assert.match(
				line,
				/^sallyport: SALLYPORT_HOST: .* SALLYPORT_HOST=127\.0\.0\.1, .*SALLYPORT_ALLOW_INSECURE_HTTP=true\.$/,
			);
			assert.deepEqual(others, []);
		});
	}

	it("is not offered as permitted where single sign-on refuses it all the same", async () => {
		const settings = { SALLYPORT_BASE_URL: "http://192.0.2.7:8400" };
		const permit = /^sallyport: SALLYPORT_BASE_URL: .*SALLYPORT_ALLOW_INSECURE_HTTP=true\.$/;
		assert.match((await refusal(settings)).join("\n"), permit);
		assert.deepEqual(await refusal({ ...settings, SALLYPORT_OIDC: "on" }), [
			"sallyport: SALLYPORT_OIDC: applications need an https base URL; plain http is for loopback only.",
		]);
	});

	it("does not stop the start when it is permitted by name, behind https, or on loopback", async () => {
		for (const settings of [
			{ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_ALLOW_INSECURE_HTTP: "true" },
			{ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_BASE_URL: "https://login.example.com" },
			{ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_BASE_URL: "https://localhost:8443" },
			{ SALLYPORT_HOST: "::1" },
			{ SALLYPORT_HOST: "127.0.0.2", SALLYPORT_BASE_URL: "http://127.0.0.2:8400" },
			{ SALLYPORT_HOST: "localhost" },
		] as Array<Record<string, string>>)
			assert.equal(await objections(settings), "", JSON.stringify(settings));
	});
});

describe("a database URL that takes a standby too", () => {
	const url = (hosts: string, session: string) => ({
		SALLYPORT_DATABASE_URL: `postgres://u:secret@${hosts}/x?application_name=y&target_session_attrs=${session}`,
	});
	for (const hosts of ["127.0.0.1:1", "127.0.0.1:1,127.0.0.1:2"]) {
		it(`stops the start for ${hosts} and says what it is for, but is no word to commands`, async () => {
			assert.deepEqual(await refusal(url(hosts, "any")), [
				"sallyport: SALLYPORT_DATABASE_URL: target_session_attrs=any takes a standby too, which may accept ended sessions. Leave it out: it is for sallyport backup alone.",
			]);
			for (const session of ["read-write", "primary", "any"])
				assert.equal(await objections(url(hosts, session)), "");
		});
	}
});

describe("a setting with which nothing could start", () => {
	for (const [settings, line] of [
		[
			{ SALLYPORT_HEADER_TIMEOUT: "30s" },
			"SALLYPORT_HEADER_TIMEOUT: must not be longer than SALLYPORT_REQUEST_TIMEOUT.",
		],
		[
			{ SALLYPORT_TRUSTED_PROXIES: "10.0.0.1,0.0.0.0/0" },
			'SALLYPORT_TRUSTED_PROXIES: "0.0.0.0/0" is every address, so that each client could choose its own: name the proxies.',
		],
		[
			{ SALLYPORT_TRUSTED_PROXIES: "::/0" },
			'SALLYPORT_TRUSTED_PROXIES: "::/0" is every address, so that each client could choose its own: name the proxies.',
		],
	] satisfies Array<[Record<string, string>, string]>) {
		it(`is named where it is ${Object.entries(settings).join().replace(",", "=")}, by commands too`, async () => {
			assert.deepEqual(await refusal(settings), [`sallyport: ${line}`]);
			assert.match(await objections(settings), new RegExp(Object.keys(settings).join()));
		});
	}

	it("is none where all networks but the proxies are meant", async () => {
		const settings = { SALLYPORT_ADMIN_NETWORKS: "0.0.0.0/0,::/0", SALLYPORT_OUTBOUND_ALLOW: "0.0.0.0/0" };
		assert.equal(await objections({ ...settings, SALLYPORT_TRUSTED_PROXIES: "10.0.0.0/8" }), "");
	});
});

// Proves: csrf-cross-origin
describe("an origin that no browser ever sends", () => {
	for (const [written, says] of [
		["https://*.example.com", /"https:\/\/\*\.example\.com" would match nothing: .* without wildcards\.$/],
		["https://%2A.example.com", /without wildcards\.$/],
		["https://.example.com", /without wildcards\.$/],
		["*", /"\*" is not an exact origin/],
		["https://App.Example.com", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["https://app.example.com/", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["https://app.example.com/path", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["https://app.example.com:443", /browsers write that origin as https:\/\/app\.example\.com\.$/],
		["http://app.example.com:80", /browsers write that origin as http:\/\/app\.example\.com\.$/],
		["https://bücher.example", /browsers write that origin as https:\/\/xn--bcher-kva\.example\.$/],
	] as const) {
		it(`stops the start when it is ${written}, and says how to write it`, async () => {
			const names = ["SALLYPORT_ALLOWED_ORIGINS", "SALLYPORT_CREDENTIAL_ORIGINS"];
			const good = "https://good.example.com";
			const lines = await refusal(Object.fromEntries(names.map((name) => [name, `${good}, ${written}`])));
			assert.equal(lines.length, 2, lines.join("\n"));
			for (const [at, name] of names.entries()) {
				assert.ok(lines[at]?.startsWith(`sallyport: ${name}: `), lines[at]);
				assert.match(lines[at] ?? "", says);
			}
		});
	}

	it("is not found among those that browsers do send", async () => {
		const origins =
			"https://app.example.com,http://localhost:3000,https://a_b.example:8443,http://[::1]:3000";
		assert.equal(await objections({ SALLYPORT_ALLOWED_ORIGINS: origins }), "");
	});
});
