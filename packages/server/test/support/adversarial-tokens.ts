/**
 * What attackers send instead of a token, for everything that verifies tokens: the service itself and `@sallyport/verify`.
 * Each case has one fault; where it is not the signature, it is signed with the real key.
 */
import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { adversarialForms } from "./adversarial-forms.ts";
import type { AdversarialToken, TokenStage } from "./adversarial-token.ts";
import { es, forge, opened, publishedKeys, type Signer, stolenKey } from "./forge.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";

type Members = Record<string, unknown>;

/** `user` has to exist. */
export async function prepareTokens(service: TestService, user: string): Promise<TokenStage> {
	const token = String((await service.visitor().logIn(user, ADMIN_PASSWORD)).body?.token);
	const { header, claims } = opened(token);
	const own = await stolenKey(service);
	return {
		token,
		header,
		claims,
		own,
		published: (await publishedKeys(service)).find((key) => key.kid === header.kid) ?? {},
		now: () => Math.floor(service.now() / 1000),
		headed: (changed) => forge({ ...header, ...changed }, claims, es(own)),
		saying: (changed) => forge(header, { ...claims, ...changed }, es(own)),
	};
}

type Cases = Record<string, (stage: TokenStage) => string>;

const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const foreignJwk = createPublicKey(foreign).export({ format: "jwk" });
const none: Signer = () => Buffer.alloc(0);

const signedBy =
	(signer: Signer, changed: Members = {}) =>
	({ header, claims }: TokenStage) =>
		forge({ ...header, ...changed }, claims, signer);
const brought = (changed: Members) => signedBy(es(foreign), changed);
const headed = (changed: Members) => (stage: TokenStage) => stage.headed(changed);
const saying = (changed: Members | ((now: number) => Members)) => (stage: TokenStage) =>
	stage.saying(typeof changed === "function" ? changed(stage.now()) : changed);

const withoutSignature: Cases = {
	none: signedBy(none, { alg: "none" }),
	None: signedBy(none, { alg: "None" }),
	NONE: signedBy(none, { alg: "NONE" }),
	nOnE: signedBy(none, { alg: "nOnE" }),
	"none beside the true signature": ({ token, header, claims }) =>
		forge({ ...header, alg: "none" }, claims, () => Buffer.from(token.split(".")[2] ?? "", "base64url")),
	"the true algorithm without a signature": signedBy(none),
	"a signature of zeros": signedBy(() => Buffer.alloc(64)),
	"a signature of r and s as large as can be": signedBy(() => Buffer.alloc(64, 255)),
};

/** By the public key, as those might spell it who use whatever they have as a secret. */
const hmac =
	(secret: (stage: TokenStage) => string | Buffer, alg = "HS256") =>
	(stage: TokenStage) =>
		signedBy((input) => createHmac("sha256", secret(stage)).update(input).digest(), { alg })(stage);
const pem = ({ own }: TokenStage) => String(createPublicKey(own).export({ type: "spki", format: "pem" }));

const underThePublicKey: Cases = {
	"as PEM": hmac(pem),
	"as PEM without its last line end": hmac((stage) => pem(stage).trimEnd()),
	"as PEM with the line ends of Windows": hmac((stage) => pem(stage).replaceAll("\n", "\r\n")),
	"as DER": hmac(({ own }) => createPublicKey(own).export({ type: "spki", format: "der" })),
	"as JWK": hmac(({ published }) => JSON.stringify(published)),
	"as the numbers of the JWK": hmac(({ published: { crv, kty, x, y } }) =>
		JSON.stringify({ crv, kty, x, y }),
	),
	"as the point": hmac(({ published }) => Buffer.from(`${published.x}${published.y}`, "base64url")),
	"as x": hmac(({ published }) => String(published.x)),
	"as the kid": hmac(({ header }) => String(header.kid)),
	"as nothing": hmac(() => ""),
	"as HS512 in name": hmac(pem, "HS512"),
	"as hs256": hmac(pem, "hs256"),
};

const underAForeignKey: Cases = {
	"under our kid": brought({}),
	"in jwk": brought({ jwk: foreignJwk }),
	"in jwk, with its own kid": brought({ jwk: { ...foreignJwk, kid: "theirs" }, kid: "theirs" }),
	"behind jku": brought({ jku: "http://127.0.0.1:9/keys" }),
	"behind x5u": brought({ x5u: "http://127.0.0.1:9/keys", x5c: ["AAAA"] }),
	"with a kid like a path": brought({ kid: "../../../dev/null" }),
	"with a kid like a member": brought({ kid: "__proto__" }),
	"with a kid like SQL": brought({ kid: "' or '1'='1" }),
	"with another curve": signedBy(
		es(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey, "sha384"),
		{
			alg: "ES384",
		},
	),
	"as RS256": signedBy(() => Buffer.alloc(256, 1), { alg: "RS256" }),
	"as EdDSA": signedBy(() => Buffer.alloc(64, 1), { alg: "EdDSA" }),
};

const otherHeaders: Cases = {
	"a list for a kid": ({ headed, header }) => headed({ kid: [header.kid] }),
	"no kid": headed({ kid: undefined }),
	"typ JWT": headed({ typ: "JWT" }),
	"no typ": headed({ typ: undefined }),
	"typ of a status list": headed({ typ: "statuslist+jwt" }),
	"typ of a logout token": headed({ typ: "logout+jwt" }),
	"typ in a list": headed({ typ: ["at+jwt"] }),
	"no alg": headed({ alg: undefined }),
	"alg in lower case": headed({ alg: "es256" }),
	"alg in a list": headed({ alg: ["ES256"] }),
	"a critical extension": headed({ crit: ["future"], future: true }),
	"an empty list of critical extensions": headed({ crit: [] }),
	"an unencoded payload": headed({ crit: ["b64"], b64: false }),
	"a header that is a list": ({ header, claims, own }) => forge([header], claims, es(own)),
	"a header that is null": ({ claims, own }) => forge(null, claims, es(own)),
};

const otherClaims: Cases = {
	"another aud": saying({ aud: "https://elsewhere.example" }),
	"aud as a list": saying({ aud: ["https://elsewhere.example"] }),
	"aud as a list that names us": ({ saying, claims }) =>
		saying({ aud: [claims.aud, "https://elsewhere.example"] }),
	"no aud": saying({ aud: undefined }),
	"another iss": saying({ iss: "https://elsewhere.example" }),
	"iss with a slash more": ({ saying, claims }) => saying({ iss: `${claims.iss}/` }),
	"iss in capitals": ({ saying, claims }) => saying({ iss: String(claims.iss).toUpperCase() }),
	"exp as a text": saying((now) => ({ exp: String(now + 600) })),
	"exp with a fraction": saying((now) => ({ exp: now + 600.5 })),
	"exp in a list": saying((now) => ({ exp: [now + 600] })),
	"exp true": saying({ exp: true }),
	"no exp": saying({ exp: undefined }),
	"exp null": saying({ exp: null }),
	"exp beyond all numbers": saying({ exp: 1e300 }),
	"no nbf": saying({ nbf: undefined }),
	"nbf a minute ahead": saying((now) => ({ nbf: now + 60 })),
	"nbf as a text": saying((now) => ({ nbf: String(now) })),
	"nbf below all numbers": saying({ nbf: -1e300 }),
	"iat a minute ahead": saying((now) => ({ iat: now + 60 })),
	"iat with a fraction": saying((now) => ({ iat: now - 0.5 })),
	"no iat": saying({ iat: undefined }),
	"no sub": saying({ sub: undefined }),
	"sub as a number": saying({ sub: 1 }),
	"an empty sub": saying({ sub: "" }),
	"no sid": saying({ sid: undefined }),
	"an empty sid": saying({ sid: "" }),
	"no jti": saying({ jti: undefined }),
	"an empty jti": saying({ jti: "" }),
	"jti as a number": saying({ jti: 1 }),
	"no role": saying({ role: undefined }),
	"an empty role": saying({ role: "" }),
	"role in a list": saying({ role: ["admin"] }),
	"no auth_time": saying({ auth_time: undefined }),
	"auth_time as a text": saying((now) => ({ auth_time: String(now) })),
	"a life of a year": saying((now) => ({ exp: now + 365 * 86_400 })),
	"a life of 25 hours and a second": saying((now) => ({ iat: now, exp: now + 25 * 3600 + 1 })),
	"claims that are a list": ({ header, claims, own }) => forge(header, [claims], es(own)),
	"claims that are null": ({ header, own }) => forge(header, null, es(own)),
	"claims that are a token": ({ header, token, own }) => forge(header, token, es(own)),
};

const ended: Cases = {
	"expired a second ago": saying((now) => ({ exp: now - 1 })),
	"expiring now": saying((now) => ({ exp: now })),
	"expired before time began": saying({ exp: -1 }),
};

/** By what is wrong with them. */
export const adversarialTokens: Record<string, AdversarialToken[]> = {
	"no signature": list(withoutSignature),
	"HS256 under the public key": list(underThePublicKey),
	"a foreign key": list(underAForeignKey),
	"another header under the real key": list(otherHeaders),
	"other claims under the real key": list(otherClaims),
	"another time under the real key": list(ended, "session_expired"),
	"another form": adversarialForms,
};

function list(cases: Cases, code?: "session_expired"): AdversarialToken[] {
	return Object.entries(cases).map(([name, make]) => ({
		name,
		make,
		...(code === undefined ? {} : { code }),
	}));
}
