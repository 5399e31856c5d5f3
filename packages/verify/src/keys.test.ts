import assert from "node:assert/strict";
import { it } from "node:test";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { readKeySet } from "./keys.ts";

async function keyOf(algorithm: string, changed: Partial<JWK> = {}): Promise<JWK> {
	const { publicKey } = await generateKeyPair(algorithm, { extractable: true });
	return { ...(await exportJWK(publicKey)), kid: "k", alg: algorithm, use: "sig", ...changed };
}

for (const algorithm of ["ES256", "EdDSA", "Ed25519", "RS256"]) {
	it(`a key set gives a key for ${algorithm}, and for nothing else`, async () => {
		const found = (await readKeySet({ keys: [await keyOf(algorithm)] })).get("k");
		assert.equal(found?.algorithm, algorithm);
	});
}

const secret = { kty: "oct", k: "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U" };
const ignored: Record<string, () => Promise<JWK> | JWK> = {
	"a key without alg": () => keyOf("ES256", { alg: undefined } as unknown as JWK),
	"a key for an algorithm of another kind": () => keyOf("ES256", { alg: "RS256" }),
	"a key on another curve": () => keyOf("ES384", { alg: "ES256" }),
	"a key for another curve": () => keyOf("ES384"),
	"a key for encryption": () => keyOf("ES256", { use: "enc" }),
	"a key without a kid": () => keyOf("ES256", { kid: undefined } as unknown as JWK),
	"a kid that is no text": () => keyOf("ES256", { kid: 1 } as unknown as JWK),
	"a secret": () => ({ ...secret, kid: "k", alg: "HS256" }),
	"a secret with a good algorithm": () => ({ ...secret, kid: "k", alg: "ES256" }),
	"an algorithm like a member": () => keyOf("ES256", { alg: "constructor" }),
	"a private key": () => keyOf("ES256", { d: "AAAA" }),
};
for (const [name, make] of Object.entries(ignored)) {
	it(`a key set ignores ${name}`, async () => {
		const keys = await readKeySet({ keys: [await make(), await keyOf("ES256", { kid: "good" })] });
		assert.deepEqual([...keys.keys()], ["good"]);
	});
}

it("a set without keys is refused, and one in which a kid means two keys", async () => {
	await assert.rejects(readKeySet({}), /no keys/);
	await assert.rejects(readKeySet({ keys: [await keyOf("ES256"), await keyOf("ES256")] }), /two keys k/);
});

it("a key is kept as it is until it is published in another form", async () => {
	const jwk = await keyOf("ES256");
	const first = await readKeySet({ keys: [jwk] });
	assert.equal((await readKeySet({ keys: [jwk] }, first)).get("k"), first.get("k"));
	assert.notEqual((await readKeySet({ keys: [await keyOf("ES256")] }, first)).get("k"), first.get("k"));
});
