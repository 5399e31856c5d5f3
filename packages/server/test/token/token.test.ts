// Proves: signing-keys
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
	calculateJwkThumbprint,
	createRemoteJWKSet,
	decodeJwt,
	decodeProtectedHeader,
	jwtVerify,
} from "jose";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf, ownSession } from "../support/own-session.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("an access token", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
		await service.addUser("grace");
	});
	after(() => service.stop());
	const logIn = async () => String((await service.visitor().logIn("grace", ADMIN_PASSWORD)).body?.token);

	it("has exactly the claims of the contract, and no name in them", async () => {
		const began = Math.floor(service.now() / 1000);
		const token = await logIn();
		const claims = decodeJwt(token);
		assert.deepEqual(Object.keys(claims).sort(), [
			"amr",
			"aud",
			"auth_time",
			"exp",
			"iat",
			"iss",
			"jti",
			"nbf",
			"role",
			"sid",
			"status",
			"sub",
		]);
		assert.equal(claims.iss, service.baseUrl);
		assert.equal(claims.aud, service.baseUrl);
		assert.deepEqual(claims.amr, ["pwd"]);
		assert.equal(claims.role, "user");
		for (const id of [claims.sub, claims.sid, claims.jti]) assert.match(String(id), uuid);
		assert.equal(claims.nbf, claims.iat);
		// A second may end between the login, from which the hour counts, and its token.
		const times = [began, Number(claims.auth_time), Number(claims.iat), Math.floor(service.now() / 1000)];
		assert.deepEqual(
			times,
			times.toSorted((one, other) => one - other),
		);
		assert.equal(claims.exp, Number(claims.auth_time) + 3600);
		// No letters that an id may have.
		assert.ok(!JSON.stringify(claims).includes("grace"));
		assert.ok(token.length < 1024);
	});

	// Proves: single-factor
	it("says what was proven when its session began, even after a renewal", async () => {
		const answer = await service.visitor().logIn("grace", ADMIN_PASSWORD);
		const { id } = await ownSession(service.visitor(), bearerOf(answer));
		const { database } = service.running.deployment.opened;
		const renewed = async (amr: string | null) => {
			const change = { amr, last_seen_at: service.now() - 10_000 };
			await database.updateTable("sessions").set(change).where("id", "=", id).execute();
			const { body } = await service.visitor().post("/api/auth/renew", {}, bearerOf(answer));
			return decodeJwt(String(body?.token)).amr;
		};
		assert.deepEqual(await renewed("pwd otp"), ["pwd", "otp"]);
		assert.deepEqual(await renewed(null), ["pwd"], "a session from before other methods");
	});

	it("names its session and its user", async () => {
		const answer = await service.visitor().logIn("grace", ADMIN_PASSWORD);
		const claims = decodeJwt(String(answer.body?.token));
		assert.equal(claims.sub, answer.body?.id);
		assert.equal(claims.sid, (await ownSession(service.visitor(), bearerOf(answer))).id);
	});

	it("says in its header what it is and which key signed it", async () => {
		const { kid, ...header } = decodeProtectedHeader(await logIn());
		assert.deepEqual(header, { alg: "ES256", typ: "at+jwt" });
		assert.match(String(kid), /^[A-Za-z0-9_-]{43}$/);
	});

	it("is another one at each login", async () => {
		const claims = await Promise.all(Array.from({ length: 8 }, async () => decodeJwt(await logIn())));
		assert.equal(new Set(claims.map(({ jti }) => jti)).size, 8);
		assert.equal(new Set(claims.map(({ sid }) => sid)).size, 8);
	});

	it("is verified by a program that knows nothing but the issuer", async () => {
		const discovered = await fetch(`${service.baseUrl}/.well-known/oauth-authorization-server`);
		const { issuer, jwks_uri: jwksUri } = (await discovered.json()) as Record<string, string>;
		const keys = createRemoteJWKSet(new URL(jwksUri ?? ""));
		const options = { issuer: issuer ?? "", audience: service.baseUrl, typ: "at+jwt", algorithms: ["ES256"] };
		const { payload } = await jwtVerify(await logIn(), keys, options);
		assert.equal(payload.iss, service.baseUrl);
	});

	it("is taken from the header alone", async () => {
		const token = await logIn();
		const inUrl = await service.visitor().get(`/api/auth/session?access_token=${token}`);
		assert.equal(inUrl.body?.code, "unauthenticated");
		const inCookie = await service.visitor().get("/api/auth/session", { cookie: `sallyport-sid=${token}` });
		assert.equal(inCookie.body?.code, "unauthenticated");
		for (const authorization of [`bearer ${token}`, `BEARER   ${token}`]) {
			assert.equal((await service.visitor().get("/api/auth/session", { authorization })).status, 200);
		}
	});
});

describe("the public keys", () => {
	const kinds = [
		{ algorithm: "ES256", members: ["alg", "crv", "kid", "kty", "use", "x", "y"] },
		{ algorithm: "EdDSA", members: ["alg", "crv", "kid", "kty", "use", "x"] },
		{ algorithm: "RS256", members: ["alg", "e", "kid", "kty", "n", "use"] },
	];
	for (const { algorithm, members } of kinds) {
		it(`of ${algorithm} are published without private parts, and verify a login`, async () => {
			const service = await startTestService({
				settings: { ...cheap, SALLYPORT_TOKEN_ALGORITHM: algorithm },
			});
			try {
				await service.addUser("ada");
				const answer = await service.visitor().get("/.well-known/jwks.json");
				assert.equal(answer.headers.get("cache-control"), "public, max-age=300");
				const keys = answer.body?.keys as Array<Record<string, string>>;
				assert.equal(keys.length, 2);
				for (const key of keys) {
					assert.deepEqual(Object.keys(key).sort(), members);
					assert.deepEqual([key.alg, key.use], [algorithm, "sig"]);
					assert.equal(key.kid, await calculateJwkThumbprint(key));
				}
				const login = await service.visitor().logIn("ada", ADMIN_PASSWORD);
				assert.equal(decodeProtectedHeader(String(login.body?.token)).alg, algorithm);
				assert.equal((await service.visitor().get("/api/auth/session", bearerOf(login))).status, 200);
				const keySet = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
				await jwtVerify(String(login.body?.token), keySet);
			} finally {
				await service.stop();
			}
		});
	}
});
