/** Which addresses an application may have: every trick that others were caught by, and what is usual. */
// Proves: application-addresses
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mistakeInAddress } from "../../src/identity/application/address-rule.ts";
import {
	type AskedSettings,
	readClientSettings,
	requireClientId,
} from "../../src/identity/application/client-settings.ts";
import { LoginError } from "../../src/platform/errors.ts";

const web = { kind: "web", insecure: false, use: "redirect" } as const;
const native = { ...web, kind: "native" } as const;

/** Refused of every kind of application, and also where plain http is permitted. */
const tricks: ReadonlyArray<[text: string, says: RegExp]> = [
	["https://app.example.com/*", /a \*/],
	["https://*.example.com/callback", /a \*/],
	["https://app.example.com/callback#part", /fragment/],
	["https://app.example.com/callback#", /fragment/],
	["https://user@app.example.com/callback", /user or a password/],
	["https://user:password@app.example.com/callback", /user or a password/],
	["https://@app.example.com/callback", /user or a password/],
	["https://app.example.com@evil.example/callback", /user or a password/],
	["https://app.example.com/../callback", /way up/],
	["https://app.example.com/callback/..", /way up/],
	["https://app.example.com/..;/callback", /way up/],
	["https://app.example.com/a;b", /way up/],
	["https://app.example.com/%2e%2e/callback", /way up/],
	["https://app.example.com/%2E./callback", /way up/],
	["https://app.example.com/a%2fb", /way up/],
	["https://app.example.com/a%5cb", /way up/],
	["https://app.example.com/a%3Bb", /way up/],
	["https://app.example.com/a%00", /way up/],
	["https://app.example.com/a%0d%0aLocation:", /way up/],
	["https://app.example.com/a b", /characters that no URL has/],
	[" https://app.example.com/", /characters that no URL has/],
	["https://app.example.com/\n", /characters that no URL has/],
	["https://app.example.com/\t", /characters that no URL has/],
	["https://app.example.com/\u0000", /characters that no URL has/],
	["https://app.example.com/\u007f", /characters that no URL has/],
	["https://app.example.com/\u202ekcabllac", /characters that no URL has/],
	["https://app.example.com/\u200b", /characters that no URL has/],
	["https://аpp.example.com/callback", /characters that no URL has/],
	["https://app.example.com\\callback", /characters that no URL has/],
	['https://app.example.com/"', /characters that no URL has/],
	["https://app.example.com/<script>", /characters that no URL has/],
	[`https://app.example.com/${"a".repeat(512)}`, /more than 512/],
	["HTTPS://app.example.com/callback", /one spelling/],
	["https://APP.example.com/callback", /one spelling/],
	["https://app.example.com:443/callback", /one spelling/],
	["https:app.example.com/callback", /one spelling/],
	["https:///app.example.com/callback", /one spelling/],
	["https://0x7f.1/callback", /one spelling/],
	["https://2130706433/callback", /one spelling/],
	["https://app.example.com/./callback", /one spelling/],
	["//app.example.com/callback", /absolute URL/],
	["/callback", /absolute URL/],
	["app.example.com", /absolute URL/],
	["https://", /absolute URL/],
	["", /characters that no URL has/],
	["javascript:alert(1)", /scheme/],
	["data:text/html,hello", /scheme/],
	["file:///etc/passwd", /scheme/],
	["ftp://app.example.com/", /scheme/],
	["myapp:/callback", /scheme/],
	["urn:ietf:wg:oauth:2.0:oob", /scheme|spelling/],
];

describe("the address of an application", () => {
	it("is refused, of whatever kind it is, with each trick that others fell for", () => {
		for (const kind of ["web", "spa", "native"] as const)
			for (const insecure of [false, true])
				for (const [text, says] of tricks)
					assert.match(String(mistakeInAddress(text, { ...web, kind, insecure })), says, `${kind} ${text}`);
	});

	it("is https, or plain http on loopback; plain http elsewhere is permitted to applications on servers alone", () => {
		const elsewhere = ["http://app.example.com/callback", "http://192.168.0.7:3000/callback"];
		const near = [
			"http://localhost:8080/callback",
			"http://127.0.0.1/callback",
			"http://[::1]:3000/callback",
		];
		for (const text of ["https://app.example.com", "https://app.example.com/", ...near])
			assert.equal(mistakeInAddress(text, web), null, text);
		for (const text of elsewhere) {
			assert.match(String(mistakeInAddress(text, web)), /insecure/, text);
			assert.equal(mistakeInAddress(text, { ...web, insecure: true }), null, text);
			assert.match(String(mistakeInAddress(text, { ...native, insecure: true })), /use https/, text);
		}
		// What looks like loopback, and is looked up.
		for (const text of [
			"http://localhost.example.com/",
			"http://127.0.0.1.example.com/",
			"http://127.example/",
		])
			assert.notEqual(mistakeInAddress(text, web), null, text);
	});

	it("has a scheme of its own on devices alone, one that the name of a domain protects", () => {
		for (const text of ["app.immich:///oauth-callback", "com.example.app:/callback"]) {
			assert.equal(mistakeInAddress(text, native), null, text);
			assert.match(String(mistakeInAddress(text, web)), /another scheme/, text);
			assert.match(String(mistakeInAddress(text, { ...native, use: "call" })), /another scheme/, text);
		}
		assert.equal(mistakeInAddress("http://localhost:8000", native), null);
		assert.match(String(mistakeInAddress("https://localhost/callback", native)), /https on loopback/);
	});

	it("may have a query, and percent-encoded letters", () => {
		for (const text of ["https://app.example.com/cb?from=sso&x=%C3%A4", "https://app.example.com/%C3%A4"])
			assert.equal(mistakeInAddress(text, web), null, text);
	});
});

describe("the settings of an application", () => {
	const most = { offlineMost: 90 };
	const callback = "https://app.example.com/callback";
	const app = { name: "App", redirectUris: [callback] };
	const many = Array.from({ length: 11 }, (_, at) => `${callback}/${at}`);
	const before = readClientSettings(app, null, most);
	const refused: ReadonlyArray<[asked: AskedSettings, pointer: string]> = [
		[{ ...app, name: "" }, "/name"],
		[{ ...app, name: " " }, "/name"],
		[{ ...app, name: "a\u202eb" }, "/name"],
		[{ ...app, name: " App" }, "/name"],
		[{ ...app, name: "a".repeat(65) }, "/name"],
		[{ ...app, redirectUris: [] }, "/redirectUris"],
		[{ ...app, redirectUris: many }, "/redirectUris"],
		[{ ...app, redirectUris: [callback, callback] }, "/redirectUris"],
		[{ ...app, redirectUris: [callback, "javascript:alert(1)"] }, "/redirectUris/1"],
		[{ ...app, postLogoutUris: many }, "/postLogoutUris"],
		[{ ...app, postLogoutUris: ["https://app.example.com/*"] }, "/postLogoutUris/0"],
		[{ ...app, logoutUri: "http://app.example.com/logout" }, "/logoutUri"],
		[{ ...app, logoutUri: "https://user@app.example.com/logout" }, "/logoutUri"],
		[{ ...app, launchUrl: "javascript:alert(1)" }, "/launchUrl"],
		[{ ...app, authMethod: "none" }, "/authMethod"],
		[{ ...app, kind: "spa", authMethod: "client_secret_post" }, "/authMethod"],
		[{ ...app, kind: "spa", pkce: "optional" }, "/pkce"],
		[{ ...app, kind: "native", pkce: "optional" }, "/pkce"],
		[{ ...app, scopes: ["openid", "admin"] }, "/scopes/1"],
		[{ ...app, offlineDays: 30 }, "/offlineDays"],
		[{ ...app, offlineDays: 91, scopes: ["offline_access"] }, "/offlineDays"],
		[{ ...app, allowedGroups: [] }, "/allowedGroups"],
		[{ ...app, allowedGroups: ["Ada Lovelace"] }, "/allowedGroups/0"],
	];

	const pointerOf = (work: () => unknown): string | undefined => {
		try {
			work();
		} catch (error) {
			if (error instanceof LoginError) return error.details.errors?.[0]?.pointer;
		}
		return undefined;
	};

	it("are refused with a pointer to what is wrong, new ones and changed ones", () => {
		for (const [asked, pointer] of refused)
			assert.equal(
				pointerOf(() => readClientSettings(asked, null, most)),
				pointer,
				JSON.stringify(asked),
			);
		assert.equal(
			pointerOf(() => readClientSettings({ kind: "spa" }, before, most)),
			"/kind",
		);
		const plain = readClientSettings({ ...app, insecure: true, logoutUri: "http://nas/logout" }, null, most);
		assert.equal(
			pointerOf(() => readClientSettings({ insecure: false }, plain, most)),
			"/logoutUri",
		);
	});

	it("are safe where nothing is said: PKCE, a secret, no access beyond the session, users are asked", () => {
		const { kind, authMethod, pkce, trusted, offlineDays, scopes, insecure } = before;
		assert.deepEqual(
			{ kind, authMethod, pkce, trusted, offlineDays, insecure },
			{
				kind: "web",
				authMethod: "client_secret_basic",
				pkce: "required",
				trusted: false,
				offlineDays: 0,
				insecure: false,
			},
		);
		assert.deepEqual(scopes, ["openid", "profile", "email", "groups"]);
		for (const other of ["spa", "native"] as const) {
			const { authMethod: method, pkce: how } = readClientSettings({ ...app, kind: other }, null, most);
			assert.deepEqual([method, how], ["none", "required"]);
		}
		assert.deepEqual(readClientSettings({ scopes: ["email"] }, before, most).scopes, ["openid", "email"]);
	});

	it("may let access outlive the session up to the setting, or ask for refresh tokens that end with it", () => {
		const offline = { ...app, scopes: ["offline_access"] };
		assert.equal(readClientSettings({ ...offline, offlineDays: 90 }, null, most).offlineDays, 90);
		assert.equal(readClientSettings(offline, null, most).offlineDays, 0);
	});

	it("have an id that is one part of a path, and nothing else", () => {
		for (const id of ["grafana", "a", "A.b_c-9", "0".repeat(64)]) assert.equal(requireClientId(id), id);
		for (const id of ["", ".", "..", "-", "a/b", "a b", "ä", "a".repeat(65), "a\n", "a%2f"])
			assert.equal(
				pointerOf(() => requireClientId(id)),
				"/id",
				id,
			);
	});
});
