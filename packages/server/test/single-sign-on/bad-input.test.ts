/** Requests of an application that are wrong: each gets an error that says what is wrong, and leaves nothing behind. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import * as client from "openid-client";
import {
	type Application,
	addApplication,
	basic,
	codeFor,
	enter,
	follow,
	ONLY_ON,
} from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const home = "https://charts.example.com/bye";
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

type Change = Record<string, string | string[]>;

/** What the application gets: an error, and a description for its developer. */
const told: ReadonlyArray<[change: Change, error: string, says: RegExp]> = [
	[{ response_type: "id_token" }, "unsupported_response_type", /response_type/],
	[{ response_type: "code id_token" }, "unsupported_response_type", /response_type/],
	[{ response_type: "none" }, "unsupported_response_type", /response_type/],
	[{ response_type: "" }, "invalid_request", /missing required parameter 'response_type'/],
	[{ response_mode: "form_post" }, "unsupported_response_mode", /response_mode/],
	[{ response_mode: "fragment" }, "unsupported_response_mode", /response_mode/],
	[{ response_mode: ["form_post", "query"] }, "invalid_request", /'response_mode' parameter must not be/],
	[{ request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported", /^$/],
	[{ request_uri: "https://evil.example/request" }, "request_uri_not_supported", /^$/],
	[{ scope: "profile" }, "invalid_request", /openid scope/],
	[{ scope: `openid ${"x ".repeat(1000)}` }, "invalid_scope", /invalid characters/],
	[{ max_age: "-1" }, "invalid_request", /max_age/],
	[{ max_age: "1e99" }, "invalid_request", /max_age/],
	[{ max_age: "9".repeat(99) }, "invalid_request", /max_age/],
	[{ max_age: ["60", "70"] }, "invalid_request", /'max_age' parameter must not be provided twice/],
	[{ prompt: "none login" }, "invalid_request", /prompt none must only be used alone/],
	[{ code_challenge: "" }, "invalid_request", /code_challenge must be provided/],
	[{ code_challenge: "", code_challenge_method: "" }, "invalid_request", /PKCE is missing/],
	[{ code_challenge_method: "plain" }, "invalid_request", /code_challenge_method/],
	[{ code_challenge: "x".repeat(42) }, "invalid_request", /minimum length of 43/],
	[{ code_challenge: "x".repeat(129) }, "invalid_request", /maximum length of 128/],
	[{ id_token_hint: "x.y.z" }, "invalid_request", /id_token_hint/],
];

/** The user sees a page. */
const shown: ReadonlyArray<[change: Change, status: number, says: RegExp]> = [
	[{ redirect_uri: "" }, 400, /missing required parameter &#39;redirect_uri&#39;/],
	[{ client_id: "" }, 400, /missing required parameter &#39;client_id&#39;/],
	[{ client_id: "a\u0007b\n" }, 400, /invalid_client/],
	[{ client_id: "5f9a3f4e-1111-4222-8333-abcdefabcdef" }, 400, /invalid_client/],
	[{ scope: `openid ${"x".repeat(10_000)}` }, 414, /<h1>/],
];

forEachDatabase("An application that asks for what is wrong", (database) => {
	let service: TestService;
	let charts: Application;
	let ada: Visitor;
	before(async () => {
		service = await startTestService({
			...{ databaseUrl: await database.url(), prefix: "/login" },
			settings: { ...cheap, ...ONLY_ON },
		});
		await service.addUser("ada");
		charts = await addApplication(service, { trusted: true, postLogoutUris: [home] });
		ada = await service.loggedIn("ada");
	});
	after(() => service.stop());

	async function asked(change: Change) {
		const { url } = await charts.begin();
		for (const [name, value] of Object.entries(change)) {
			url.searchParams.delete(name);
			for (const each of [value].flat()) if (each !== "") url.searchParams.append(name, each);
		}
		return follow(service, ada, url);
	}

	async function stored() {
		const { database: queries } = service.running.deployment.opened;
		const tables = ["oidc_records", "oidc_sessions", "oidc_consents"] as const;
		return Promise.all(tables.map((table) => queries.selectFrom(table).selectAll().execute()));
	}

	it("gets the error at its own address, and nothing is stored", async () => {
		const before = await stored();
		for (const [change, error, says] of told) {
			const { at } = await asked(change);
			const what = JSON.stringify(change).slice(0, 200);
			assert.ok(at.startsWith(charts.redirectUri), `${what} ${at}`);
			// Of the implicit and the hybrid flow, errors come as a fragment.
			const back = new URLSearchParams(at.slice(charts.redirectUri.length + 1));
			assert.deepEqual([back.get("error"), back.has("code"), back.has("state")], [error, false, true], what);
			assert.match(back.get("error_description") ?? "", says, what);
		}
		assert.deepEqual(await stored(), before);
	});

	it("has its user see a page where it cannot be told, and nothing is stored", async () => {
		const before = await stored();
		for (const [change, status, says] of shown) {
			const { at, answer } = await asked(change);
			assert.ok(at.startsWith("/oidc/auth"), at);
			assert.equal(answer.status, status, at);
			assert.match(answer.text, says);
		}
		assert.deepEqual(await stored(), before);
	});

	it("gets a login in which what is not known is left out: scopes, claims, five hundred languages", async () => {
		for (const change of [
			{ scope: "openid admin" },
			{ scope: "openid", claims: JSON.stringify({ id_token: { email: { essential: true } } }) },
			{ ui_locales: Array.from({ length: 500 }, () => "xx").join(" ") },
		]) {
			const claims = (await enter(service, ada, charts, change)).claims();
			assert.equal(claims?.email, undefined);
			assert.equal(typeof claims?.sub, "string");
		}
	});

	const wrongHints = ({ id_token = "" }: { id_token?: string | undefined }) => {
		const [, , signature] = id_token.split(".");
		const [head, claims] = [decodeProtectedHeader(id_token), decodeJwt(id_token)];
		return {
			modified: `${part(head)}.${part({ ...claims, auth_time: 1 })}.${signature}`,
			"of another issuer": `${part({ ...head, kid: "x" })}.${part({ ...claims, iss: "https://x.example" })}.${signature}`,
		};
	};

	/** At a login and at a logout. */
	async function assertRefused(id_token_hint: string, what: string): Promise<void> {
		const login = new URL((await asked({ id_token_hint })).at);
		assert.equal(login.searchParams.get("error_description"), "could not validate id_token_hint", what);
		const url = client.buildEndSessionUrl(charts.configuration, {
			...{ id_token_hint, post_logout_redirect_uri: home },
		});
		const { at, answer } = await follow(service, ada, url);
		assert.ok(at.startsWith("/oidc/session/end"), `${what} ${at}`);
		assert.deepEqual(
			[answer.status, /could not validate id_token_hint/.test(answer.text)],
			[400, true],
			what,
		);
		assert.equal((await ada.get("/api/auth/session")).status, 200, what);
	}

	it("proves nothing by an id token that was modified, or is of another issuer, or of keys that were replaced", async () => {
		const held = await enter(service, ada, charts);
		for (const [what, hint] of Object.entries(wrongHints(held))) await assertRefused(hint, what);
		const { keys } = service.running.deployment.administration;
		await keys.rotateSigningKey(true);
		service.travel(1_500);
		const rotated = await enter(service, ada, charts, { id_token_hint: held.id_token ?? "" });
		assert.equal(rotated.claims()?.sub, held.claims()?.sub, "a retired key proves who logged in");
		await keys.replaceSigningKeys();
		service.travel(1_500);
		await assertRefused(held.id_token ?? "", "of a key that was replaced");
		assert.ok(await enter(service, ada, charts));
	});

	it("gets no token for a code that is cut off, comes without its verifier, or with another address", async () => {
		const { body } = await codeFor(service, ada, charts);
		const errorOf = async (change: Record<string, string>) => {
			const { code_verifier = "", ...rest } = { ...body, ...change };
			const sent = code_verifier === "" ? rest : { ...rest, code_verifier };
			const answer = await fetch(`${service.baseUrl}/oidc/token`, {
				...{ method: "POST", body: new URLSearchParams(sent) },
				headers: { authorization: basic(charts) },
			});
			return [answer.status, ((await answer.json()) as { error: string }).error];
		};
		const refused = [400, "invalid_grant"];
		assert.deepEqual(await errorOf({ code: body.code.slice(0, -1) }), refused);
		assert.deepEqual(await errorOf({ code_verifier: "" }), refused);
		assert.deepEqual(await errorOf({ redirect_uri: `${charts.redirectUri}/x` }), refused);
	});
});
