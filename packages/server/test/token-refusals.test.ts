import assert from "node:assert/strict";
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { after, before, describe, it } from "node:test";
import type { ErrorCode } from "../src/errors.ts";
import { cheap } from "./cheap.ts";
import { es, forge, opened, publishedKeys, type Signer, stolenKey } from "./forge.ts";
import { ownSession } from "./own-session.ts";
import { assertProblem } from "./problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "./service.ts";

type Members = Record<string, unknown>;

let service: TestService;
let token: string;
let header: Members;
let claims: Members;
/** The real key, for tokens whose only fault is what they say. */
let own: KeyObject;
let published: Members;
const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

before(async () => {
	service = await startTestService({ settings: cheap });
	for (const name of ["ada", "bob"]) await service.addUser(name);
	token = String((await service.visitor().logIn("ada", ADMIN_PASSWORD)).body?.token);
	({ header, claims } = opened(token));
	own = await stolenKey(service);
	published = (await publishedKeys(service)).find((key) => key.kid === header.kid) ?? {};
});
after(() => service.stop());

const who = (authorization: string) => service.visitor().get("/api/auth/session", { authorization });

function refuses(
	cases: Record<string, () => string | Promise<string>>,
	code: ErrorCode = "invalid_token",
): void {
	for (const [name, make] of Object.entries(cases)) {
		it(name, async () => {
			assertProblem(await who(`Bearer ${await make()}`), code);
			assertProblem(await who(`Bearer ${await make()}`), code);
		});
	}
}
const saying = (changed: Members) => () => forge(header, { ...claims, ...changed }, es(own));
const headed = (changed: Members) => () => forge({ ...header, ...changed }, claims, es(own));
const signedBy = (signer: Signer, changed: Members) => () => forge({ ...header, ...changed }, claims, signer);
const now = () => Math.floor(service.now() / 1000);

it("a token forged with the real key and true claims is accepted, so that the refusals below mean something", async () => {
	assert.equal((await who(`Bearer ${token}`)).status, 200);
	assert.equal((await who(`Bearer ${saying({ jti: "another" })()}`)).status, 200);
});

describe("refuses no signature", () => {
	const none: Signer = () => Buffer.alloc(0);
	refuses({
		none: signedBy(none, { alg: "none" }),
		None: signedBy(none, { alg: "None" }),
		NONE: signedBy(none, { alg: "NONE" }),
		nOnE: signedBy(none, { alg: "nOnE" }),
		"none beside the true signature": signedBy(() => Buffer.from(token.split(".")[2] ?? "", "base64url"), {
			alg: "none",
		}),
		"the true algorithm without a signature": signedBy(none, {}),
		"a signature of zeros": signedBy(() => Buffer.alloc(64), {}),
	});
});

describe("refuses HS256 under the public key", () => {
	const hmac = (secret: () => string | Buffer, alg = "HS256") =>
		signedBy((input) => createHmac("sha256", secret()).update(input).digest(), { alg });
	const pem = () => String(createPublicKey(own).export({ type: "spki", format: "pem" }));
	const der = () => createPublicKey(own).export({ type: "spki", format: "der" });
	refuses({
		"as PEM": hmac(pem),
		"as PEM without its last line end": hmac(() => pem().trimEnd()),
		"as DER": hmac(der),
		"as JWK": hmac(() => JSON.stringify(published)),
		"as the point": hmac(() => Buffer.from(`${published.x}${published.y}`, "base64url")),
		"as HS512 in name": hmac(pem, "HS512"),
	});
});

describe("refuses a foreign key", () => {
	const bring = (changed: Members) => signedBy(es(foreign), changed);
	const jwk = createPublicKey(foreign).export({ format: "jwk" });
	refuses({
		"under our kid": bring({}),
		"in jwk": bring({ jwk }),
		"in jwk, with its own kid": bring({ jwk: { ...jwk, kid: "theirs" }, kid: "theirs" }),
		"behind jku": bring({ jku: "http://127.0.0.1:9/keys" }),
		"behind x5u": bring({ x5u: "http://127.0.0.1:9/keys", x5c: ["AAAA"] }),
		"with a kid like a path": bring({ kid: "../../../dev/null" }),
		"with a kid like a member": bring({ kid: "__proto__" }),
		"with a kid like SQL": bring({ kid: "' or '1'='1" }),
		"with a list for a kid": () => headed({ kid: [header.kid] })(),
		"without a kid": headed({ kid: undefined }),
		"with another curve": signedBy(
			es(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey, "sha384"),
			{ alg: "ES384" },
		),
		"as RS256": signedBy(() => Buffer.alloc(256, 1), { alg: "RS256" }),
	});
});

describe("refuses another header under the real key", () => {
	refuses({
		"typ JWT": headed({ typ: "JWT" }),
		"no typ": headed({ typ: undefined }),
		"typ of a status list": headed({ typ: "statuslist+jwt" }),
		"typ of a logout token": headed({ typ: "logout+jwt" }),
		"no alg": headed({ alg: undefined }),
		"alg in lower case": headed({ alg: "es256" }),
		"a critical extension": headed({ crit: ["future"], future: true }),
		"an unencoded payload": headed({ crit: ["b64"], b64: false }),
		"a header that is a list": () => forge([header], claims, es(own)),
		"a header that is null": () => forge(null, claims, es(own)),
	});
});

describe("refuses other claims under the real key", () => {
	refuses({
		"another aud": saying({ aud: "https://elsewhere.example" }),
		"aud as a list": saying({ aud: ["https://elsewhere.example"] }),
		"no aud": saying({ aud: undefined }),
		"another iss": saying({ iss: "https://elsewhere.example" }),
		"iss with a slash more": () => saying({ iss: `${service.baseUrl}/` })(),
		"exp as a text": () => saying({ exp: String(now() + 600) })(),
		"exp with a fraction": () => saying({ exp: now() + 600.5 })(),
		"no exp": saying({ exp: undefined }),
		"exp null": saying({ exp: null }),
		"exp beyond all numbers": saying({ exp: 1e300 }),
		"nbf a minute ahead": () => saying({ nbf: now() + 60 })(),
		"iat a minute ahead": () => saying({ iat: now() + 60 })(),
		"nbf as a text": () => saying({ nbf: String(now()) })(),
		"no sub": saying({ sub: undefined }),
		"another user": async () =>
			saying({ sub: (await service.visitor().logIn("bob", ADMIN_PASSWORD)).body?.id })(),
		"no sid": saying({ sid: undefined }),
		"a session that never was": saying({ sid: "00000000-0000-4000-8000-000000000000" }),
		"the session of a cookie": async () =>
			saying({ sid: (await ownSession(await service.loggedIn("ada"))).id })(),
		"claims that are a list": () => forge(header, [claims], es(own)),
		"claims that are null": () => forge(header, null, es(own)),
	});
	describe("by their time", () => {
		refuses(
			{
				"expired a second ago": () => saying({ exp: now() - 1 })(),
				"expiring now": () => saying({ exp: now() })(),
			},
			"session_expired",
		);
	});
});

describe("refuses another form", () => {
	const parts = () => token.split(".") as [string, string, string];
	const flipped = (index: number) => () => {
		const changed = parts();
		const part = changed[index] ?? "";
		changed[index] = `${part.slice(0, 10)}${part[10] === "A" ? "B" : "A"}${part.slice(11)}`;
		return changed.join(".");
	};
	refuses({
		"a bit of the header": flipped(0),
		"a bit of the claims": flipped(1),
		"a bit of the signature": flipped(2),
		"a JSON serialisation": () => {
			const [head, payload, signature] = parts();
			return JSON.stringify({ protected: head, payload, signature });
		},
		padding: () => `${token}=`,
		"a dot at the end": () => `${token}.`,
		"four parts": () => `${token}.x`,
		"two parts": () => parts().slice(0, 2).join("."),
		"five parts": () => `${token}.x.y`,
		"a comma": () => `${token},${token}`,
		"space inside": () => token.replace(".", " ."),
		"a tab": () => `${token}\t`.concat("x"),
		"standard base64": () => `${token.slice(0, -2)}+/`,
		"10 kB": () => saying({ padding: "x".repeat(10_000) })(),
		"4.4 kB": () => saying({ padding: "x".repeat(2900) })(),
		"quotes around it": () => `"${token}"`,
	});
});

it("refuses the token of another deployment", async () => {
	const elsewhere = await startTestService({ settings: cheap });
	try {
		await elsewhere.addUser("ada");
		const { body } = await elsewhere.visitor().logIn("ada", ADMIN_PASSWORD);
		assertProblem(await who(`Bearer ${body?.token}`), "invalid_token");
	} finally {
		await elsewhere.stop();
	}
});

it("refuses after a logout every signature that its claims can have", async () => {
	const { body } = await service.visitor().logIn("ada", ADMIN_PASSWORD);
	const first = String(body?.token);
	const twin = forge(opened(first).header, opened(first).claims, es(own));
	assert.notEqual(twin, first);
	for (const each of [first, twin]) assert.equal((await who(`Bearer ${each}`)).status, 200);
	const headers = { authorization: `Bearer ${first}` };
	await service.visitor().request("POST", "/api/auth/logout", { headers });
	for (const each of [first, twin]) assertProblem(await who(`Bearer ${each}`), "session_ended");
});
