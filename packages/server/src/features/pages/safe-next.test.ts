// Proves: next
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createSafeNext } from "./safe-next.ts";

const app = "https://app.example";
/** The second is written as browsers write it: bücher.example. */
const origins = [app, "https://xn--bcher-kva.example", "http://localhost:5173"];
const plain = "https://login.example";
const prefixed = "https://host.example/analytics";

const of = (baseUrl: string, allowed = origins) => {
	const safeNext = createSafeNext(baseUrl, allowed);
	return (next: string) => safeNext(new URLSearchParams({ next }));
};
const [atPlain, atPrefixed] = [of(plain), of(prefixed)];

/** Each way to write an address of another host so that it looks like an allowed one. */
function tricksWith(origin: string): string[] {
	const { protocol, host, hostname, port } = new URL(origin);
	const otherPort = port === "" ? "8443" : "";
	return [
		`${protocol}//${host}@evil.example/`,
		`${protocol}//user@${host}/`,
		`${protocol}//user:password@${host}/`,
		`${protocol}//evil.example@${host}/`,
		`${protocol}//${hostname}${otherPort && ":"}${otherPort}/`,
		`${protocol}//${hostname}:/`,
		`${protocol}//${hostname}:${port || "443"}0/`,
		`${protocol === "https:" ? "http:" : "https:"}//${host}/`,
		`${protocol.toUpperCase()}//${host}/`,
		`${protocol}//${host.toUpperCase()}/`,
		`${protocol}//${hostname}./`,
		`${protocol}//${host}.evil.example/`,
		`${protocol}//evil.${host}/`,
		`${protocol}//evil${host}/`,
		`${protocol}//${host}evil/`,
		`${protocol}//${hostname.replace("a", "\u0430")}/`,
		`${protocol}//${hostname.replace("a", "\uff41")}/`,
		`${protocol}//${hostname.replace(/^./, "$&\u00ad")}/`,
		`${protocol}//${hostname.replace(".", "\u3002")}.evil.example/`,
		`${protocol}//${host}%2eevil.example/`,
		`${protocol}//${host}%2f@evil.example/`,
		`${protocol}//${host}%00.evil.example/`,
		`${protocol}//${host}\\@evil.example/`,
		`${protocol}//${host}\\.evil.example/`,
		`${protocol}//${host}#@evil.example/`,
		`${protocol}//${host}?@evil.example/`,
		`${protocol}\\\\${host}\\`,
		`${protocol}/${host}/`,
		`${protocol}${host}/`,
		`${protocol}///${host}/`,
		`//${host}/`,
		`${host}/`,
		`blob:${origin}/0f9d3b52`,
		`view-source:${origin}/`,
		`javascript:location="${origin}/"`,
		`wss://${host}/`,
		encodeURIComponent(`${origin}/`),
		...[" ", "\t", "\n", "\r", "\0", "\u0085"].flatMap((sign) => [
			`${sign}${origin}/`,
			`${origin}${sign}/`,
			`${protocol}${sign}//${host}/`,
			`${protocol}//${host.slice(0, 2)}${sign}${host.slice(2)}/`,
			`${origin}/a${sign}b`,
		]),
		`${origin}/${"a".repeat(2048)}`,
	].filter((each) => each !== `${origin}/`);
}

const elsewhere = [
	"",
	"//evil.example",
	"///evil.example",
	"/\\evil.example",
	"\\\\evil.example",
	"/a\\..\\..\\evil",
	"https:evil.example",
	"https://evil.example/account",
	"https://login.example/account",
	"http:/evil",
	"%2f%2fevil.example",
	"/%2f%2fevil.example",
	"/%2Fevil.example",
	"/%5cevil.example",
	"/%252f%252fevil.example",
	"/x/..//evil.example",
	"/.//evil.example",
	"/%2e/%2fevil.example",
	"/\t/evil.example",
	"/\n/evil.example",
	"\t//evil.example",
	" //evil.example",
	"/\0/evil.example",
	"/%00",
	"/%0d%0aSet-Cookie:x=y",
	"/%",
	"/%ff",
	"javascript:alert(1)",
	"JaVaScRiPt:alert(1)",
	"java\nscript:alert(1)",
	"data:text/html,x",
	"account",
	"@evil.example",
	"?next=/",
	`/${"a".repeat(3000)}`,
];

describe("where a page leads when its form is done", () => {
	it("is a path of the service", () => {
		for (const next of ["/", "/account", "/docs?a=b%20c#part", "/insight/search?q=a//b"])
			assert.equal(atPlain(next), next);
		for (const next of ["/analytics", "/analytics/", "/analytics/docs", "/analytics/docs#x"])
			assert.equal(atPrefixed(next), next);
	});

	it("is an address on an allowed origin, wherever on it", () => {
		for (const origin of origins) {
			for (const path of [
				"/",
				"/reports?q=a%20b&next=//evil.example#part",
				"//evil.example/",
				"/@evil.example",
			])
				assert.equal(atPrefixed(`${origin}${path}`), `${origin}${path}`);
			assert.equal(atPlain(origin), `${origin}/`);
		}
	});

	it("is no other origin, where none is allowed", () => {
		for (const origin of origins) assert.equal(of(plain, [])(`${origin}/`), null);
	});

	it("is not the login page, and skips the one that authenticates again", () => {
		for (const next of ["/login", "/login?next=/login", "/reauthenticate"]) assert.equal(atPlain(next), null);
		const nested = (next: string, times: number): string =>
			times === 0 ? next : nested(`/reauthenticate?next=${encodeURIComponent(next)}`, times - 1);
		for (const next of ["/docs?a=b", `${app}/reports`]) assert.equal(atPlain(nested(next, 2)), next);
		for (const next of ["//evil.example", "https://app.example.evil.example/", "javascript:alert(1)"])
			assert.equal(atPlain(nested(next, 1)), null);
	});

	it("is no call of the API, though its origin is allowed", () => {
		const spellings = ["api/a", "%61pi/a", "api%2fa", "x/../api/a", "./api/a?b#c", "%2e/api/a"];
		for (const [at, base] of [
			[atPlain, `${plain}/`],
			[atPrefixed, `${prefixed}/`],
			[of(prefixed, [new URL(prefixed).origin]), `${prefixed}/`],
		] as const)
			for (const spelling of spellings)
				for (const next of [`${new URL(base).pathname}${spelling}`, `${base}${spelling}`])
					assert.equal(at(next), null, next);
		for (const next of ["/apis", "/oidc/auth?client_id=x", `${app}/api/a`]) assert.equal(atPlain(next), next);
		assert.equal(
			of(prefixed, [new URL(prefixed).origin])("https://host.example/api/a"),
			"https://host.example/api/a",
		);
	});

	it("is nothing that was asked for twice, or under another name", () => {
		const safeNext = createSafeNext(plain, origins);
		for (const query of [
			"",
			"next=/docs&next=/docs",
			"next=/docs&next=//evil.example",
			"next[]=/docs",
			"Next=/docs",
		])
			assert.equal(safeNext(new URLSearchParams(query)), null, query);
		assert.equal(atPlain("/reauthenticate?next=/docs&next=//evil.example"), null);
	});

	it("is not a place beside the prefix of the service", () => {
		for (const next of [
			"/",
			"/account",
			"/analytics2",
			"/analytics../x",
			"/analytics/../admin",
			"/analytics/%2e%2e/x",
			"/analytics/..%2fx",
			"/analytics%2fx",
			"/%61nalytics/x",
		])
			assert.equal(atPrefixed(next), null, next);
	});

	it("is nothing that only looks like one of these", () => {
		const tricks = [...elsewhere, ...origins.flatMap(tricksWith)];
		assert.ok(tricks.length > 200);
		for (const next of tricks)
			for (const safeNext of [atPlain, atPrefixed]) assert.equal(safeNext(next), null, JSON.stringify(next));
	});

	it("stays where it belongs, whatever parts an address is made of", () => {
		const parts = [
			"https:",
			"http:",
			"/",
			"//",
			"\\",
			"@",
			":",
			".",
			"..",
			"?",
			"#",
			"%2f",
			"%5c",
			"%00",
			"next=",
		];
		const names = [
			"app.example",
			"login.example",
			"localhost",
			"5173",
			"evil",
			"analytics",
			"reauthenticate",
			"\t",
			"é",
		];
		const address = fc.array(fc.constantFrom(...parts, ...names, ...origins), { maxLength: 9 });
		fc.assert(
			fc.property(address, (made) => {
				const found = atPrefixed(made.join(""));
				if (found === null) return;
				// As the browser resolves it on the page.
				const { origin, pathname } = new URL(found, `${prefixed}/login`);
				const isOwn = origin === "https://host.example" && /^\/analytics(\/|$)/.test(pathname);
				assert.ok(isOwn || origins.includes(origin), found);
			}),
			{ numRuns: 20_000 },
		);
	});
});
