/** Keys and tokens of a deployment that was made when jose did the work, and of one made now, which jose has to accept. */
import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, type JsonWebKey } from "node:crypto";
import { describe, it } from "node:test";
import { compactVerify, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { isSignedBy, readJws, signJws } from "./jws.ts";

const claims = { sub: "ada", name: "Ada Lovelace · é" };
const fromJwk = (jwk: JWK) => ({ key: jwk as JsonWebKey, format: "jwk" }) as const;

for (const algorithm of ["ES256", "EdDSA", "RS256"]) {
	describe(`a token signed with ${algorithm}`, async () => {
		const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 });
		const jwk = await exportJWK(pair.publicKey);
		const own = { kid: "1", algorithm, key: createPrivateKey(fromJwk(await exportJWK(pair.privateKey))) };
		const published = { ...own, key: createPublicKey(fromJwk(jwk)) };
		const token = signJws("at+jwt", claims, own);

		it("is accepted by jose", async () => {
			const { payload, protectedHeader } = await compactVerify(token, await importJWK(jwk, algorithm));
			assert.deepEqual(protectedHeader, { alg: algorithm, typ: "at+jwt", kid: "1" });
			assert.deepEqual(JSON.parse(new TextDecoder().decode(payload)), claims);
		});

		it("is accepted here when jose has signed it", async () => {
			const header = { alg: algorithm, typ: "at+jwt", kid: "1" };
			const jws = readJws(await new SignJWT(claims).setProtectedHeader(header).sign(pair.privateKey));
			assert.ok(jws);
			assert.deepEqual(jws.header, header);
			assert.deepEqual(JSON.parse(jws.payload.toString()), claims);
			assert.ok(isSignedBy(jws, published));
		});

		it("is not accepted with another byte or length of signature, or under another key", async () => {
			const other = await exportJWK((await generateKeyPair(algorithm, { modulusLength: 2048 })).publicKey);
			const jws = readJws(token);
			assert.ok(jws && isSignedBy(jws, published));
			const changed = Buffer.from(jws.signature);
			changed[0] = (changed[0] ?? 0) ^ 1;
			for (const signature of [changed, jws.signature.subarray(1), Buffer.alloc(0), Buffer.alloc(64)])
				assert.equal(isSignedBy({ ...jws, signature }, published), false);
			assert.equal(isSignedBy({ ...jws, input: `${jws.input}A` }, published), false);
			assert.equal(isSignedBy(jws, { ...own, key: createPublicKey(fromJwk(other)) }), false);
		});

		it("has one spelling", () => {
			// The last letter holds bits that are no part of the signature.
			const last = token.charCodeAt(token.length - 1);
			const twin = `${token.slice(0, -1)}${String.fromCharCode(last + 1)}`;
			assert.equal(readJws(twin), null);
		});
	});
}
