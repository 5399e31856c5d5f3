import assert from "node:assert/strict";
import { before, it } from "node:test";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { type CryptoKey, generateKeyPair, SignJWT } from "jose";
import { createOpenSigned } from "./signed-token.ts";
import { isMarked, readStatusList } from "./status-list.ts";

const issuer = "https://login.example";
const uri = `${issuer}/api/auth/status/list`;
const now = 1_800_000_000_000;
const iat = now / 1000;

let privateKey: CryptoKey;
let publicKey: CryptoKey;
before(async () => {
	({ privateKey, publicKey } = await generateKeyPair("ES256"));
});

const packed = (bytes: Uint8Array) => deflateSync(bytes).toString("base64url");
/** Places 0, 9 and 23. */
const bits = Uint8Array.from([0b0000_0001, 0b0000_0010, 0b1000_0000]);
const claims = {
	iss: issuer,
	sub: uri,
	iat,
	exp: iat + 3600,
	ttl: 5,
	status_list: { bits: 1, lst: packed(bits) },
};

const sign = (changed: object = {}, header: object = {}) =>
	new SignJWT({ ...claims, ...changed })
		.setProtectedHeader({ alg: "ES256", typ: "statuslist+jwt", kid: "k", ...header })
		.sign(privateKey);

function read(token: string) {
	const key = { kid: "k", algorithm: "ES256", key: publicKey, source: "" };
	const openSigned = createOpenSigned(async (kid) => (kid === "k" ? key : null));
	return readStatusList(token, { openSigned, issuer, uri, now });
}

it("reads which places are marked: the lowest bit of the first byte is the first", async () => {
	const list = await read(await sign());
	const marked = Array.from({ length: 24 }, (_, index) => index).filter((index) => isMarked(list, index));
	assert.deepEqual(marked, [0, 9, 23]);
	assert.deepEqual([list.expiresAt, list.ttl], [(iat + 3600) * 1000, 5000]);
	for (const beyond of [24, 2 ** 40]) assert.equal(isMarked(list, beyond), null);
});

it("reads the list of the draft's own example", async () => {
	const lst = "eNrbuRgAAhcBXQ";
	const list = await read(await sign({ status_list: { bits: 1, lst } }));
	const marks = Array.from({ length: 16 }, (_, index) => (isMarked(list, index) ? 1 : 0));
	assert.deepEqual(marks, [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]);
});

const list = (changed: object) => () => sign({ status_list: { ...claims.status_list, ...changed } });
const refused: Record<string, () => Promise<string> | string> = {
	"another typ": () => sign({}, { typ: "at+jwt" }),
	"an unknown key": () => sign({}, { kid: "other" }),
	"no kid": () => sign({}, { kid: undefined }),
	"a critical extension": () => sign({}, { crit: ["x"], x: 1 }).catch(() => "unsignable"),
	"another iss": () => sign({ iss: "https://elsewhere.example" }),
	"another sub": () => sign({ sub: `${uri}2` }),
	"no sub": () => sign({ sub: undefined }),
	"its end": () => sign({ exp: iat }),
	"no exp": () => sign({ exp: undefined }),
	"exp as a text": () => sign({ exp: String(iat + 3600) }),
	"a time to come": () => sign({ iat: iat + 31 }),
	"two bits": list({ bits: 2 }),
	"bits as a text": list({ bits: "1" }),
	"no list": () => sign({ status_list: undefined }),
	"a list in a list": () => sign({ status_list: [claims.status_list] }),
	"no lst": list({ lst: undefined }),
	"lst in no base64url": list({ lst: "%%%" }),
	"lst that is not compressed": list({ lst: Buffer.from(bits).toString("base64url") }),
	"lst in gzip": list({ lst: gzipSync(bits).toString("base64url") }),
	"lst without the frame of zlib": list({ lst: deflateRawSync(bits).toString("base64url") }),
	"lst that breaks off": list({ lst: packed(new Uint8Array(1000).fill(7)).slice(0, 12) }),
	"lst that is far larger than it looks": list({ lst: packed(new Uint8Array(64 * 2 ** 20)) }),
	"a changed signature": async () => {
		const token = await sign();
		return `${token.slice(0, -10)}${token.at(-10) === "A" ? "B" : "A"}${token.slice(-9)}`;
	},
	"no token at all": () => "<html>",
};
for (const [name, make] of Object.entries(refused)) {
	it(`refuses ${name}`, async () => {
		const token = await make();
		await assert.rejects(read(token));
	});
}

it("takes two megabytes of places, and no more", async () => {
	const most = packed(new Uint8Array(2 * 2 ** 20));
	assert.equal(isMarked(await read(await sign({ status_list: { bits: 1, lst: most } })), 2 ** 24 - 1), false);
	const more = packed(new Uint8Array(2 * 2 ** 20 + 1));
	await assert.rejects(read(await sign({ status_list: { bits: 1, lst: more } })), /More than/);
});
