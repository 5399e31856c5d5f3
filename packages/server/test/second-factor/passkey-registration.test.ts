import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { startTestService, type TestService } from "../support/service.ts";
import {
	addPasskey,
	createCredential,
	logInWithPasskey,
	type NewPasskey,
} from "../support/software-authenticator.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

type Forged = [name: string, lie: Partial<NewPasskey>];
const lies: Forged[] = [
	["for a login", { type: "webauthn.get" }],
	["on another origin", { origin: "https://localhost.example" }],
	["in a frame of another site", { crossOrigin: true }],
	["for another domain", { rpId: "example.com" }],
	["without the user verified", { flags: 1 }],
	["without the user present", { flags: 4 }],
	["with an RSA key of 1024 bits", { algorithm: -257, rsa: { modulusLength: 1024 } }],
	["with the RSA exponent 3", { algorithm: -257, rsa: { modulusLength: 2048, publicExponent: 3 } }],
	["with an algorithm that was not asked for", { algorithm: -35 }],
	[
		"with a statement of an authenticator that attests none",
		{ attestation: ["none", new Map([["alg", -7]])] },
	],
	["with something else than a statement", { attestation: ["none", [] as never] }],
];

// Proves: passkey-forged
onSqlite("a new passkey", (database) => {
	let service: TestService;
	let origin: string;
	let user: Visitor;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		origin = new URL(service.baseUrl).origin;
		await service.addUser("ada");
		await service.addUser("bob");
		user = await service.loggedIn("ada");
	});
	after(() => service.stop());

	type Sent = ReturnType<typeof createCredential>["response"];

	async function add(
		lie: Partial<NewPasskey>,
		forge: (sent: Sent) => unknown = (sent) => sent,
		by: Visitor = user,
	): Promise<Answer> {
		const { body } = await by.post("/api/auth/factors/passkey/options");
		const { response } = createCredential(body?.passkey, { origin, ...lie });
		const { challenge } = body ?? {};
		return by.post("/api/auth/factors/passkey", { challenge, passkey: forge(response) });
	}

	for (const [name, lie] of lies) {
		it(`made ${name} is refused`, async () => {
			const answer = await add(lie);
			assert.deepEqual([answer.status, answer.body?.code], [401, "passkey_invalid"]);
		});
	}

	it("that says another id than its key is refused", async () => {
		const answer = await add({}, (sent) => ({ ...sent, id: "AAAA", rawId: "AAAA" }));
		assert.equal(answer.body?.code, "passkey_invalid");
	});

	it("made of nothing is refused", async () => {
		for (const value of ["AAAA", "A", "oA"]) {
			for (const part of ["clientDataJSON", "attestationObject"]) {
				const answer = await add({}, (sent) => ({ ...sent, response: { ...sent.response, [part]: value } }));
				assert.equal(answer.body?.code, "passkey_invalid", `${part} ${value}`);
			}
		}
	});

	it("is accepted whatever its authenticator attests, because nothing of that is read", async () => {
		const statement = new Map<string, unknown>([
			["alg", -7],
			["sig", Buffer.from("no signature")],
			["x5c", [Buffer.from("no certificate")]],
		]);
		const answer = await add({ attestation: ["packed", statement] });
		assert.equal(answer.status, 201, answer.text);
	});

	it("that another user has is refused", async () => {
		const { credentialId } = await addPasskey(user, { origin });
		const answer = await add({ credentialId }, undefined, await service.loggedIn("bob"));
		assert.deepEqual([answer.status, answer.body?.code], [409, "factor_exists"]);
	});

	it("needs a challenge of this session, once", async () => {
		const { body } = await user.post("/api/auth/factors/passkey/options");
		const { response } = createCredential(body?.passkey, { origin });
		const sent = { challenge: body?.challenge, passkey: response };
		const another = await service.loggedIn("ada");
		assert.equal((await another.post("/api/auth/factors/passkey", sent)).body?.code, "challenge_invalid");
		const bob = await service.loggedIn("bob");
		assert.equal((await bob.post("/api/auth/factors/passkey", sent)).body?.code, "challenge_invalid");
		assert.equal((await user.post("/api/auth/factors/passkey", sent)).status, 201);
		assert.equal((await user.post("/api/auth/factors/passkey", sent)).body?.code, "challenge_invalid");
	});

	it("is made for the host of the base URL and excludes those that are there", async () => {
		const { body } = await user.post("/api/auth/factors/passkey/options");
		const { rp, pubKeyCredParams, excludeCredentials, attestation } = (body?.passkey ?? {}) as Record<
			string,
			unknown[]
		>;
		assert.deepEqual(rp, { id: "localhost", name: `localhost:${service.port}` });
		assert.deepEqual(
			pubKeyCredParams,
			[-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
		);
		assert.equal(attestation, "none");
		const { body: list } = await user.get("/api/auth/factors");
		assert.equal(excludeCredentials?.length, (list?.factors as unknown[] | undefined)?.length);
	});
});

onSqlite("passkeys", (database) => {
	it("are for a name and a secure address, and the answer says so", async () => {
		for (const [baseUrl, why] of [
			["https://127.0.0.1", /IP address/],
			["http://login.example.com", /plain http/],
		] as const) {
			const settings = { ...cheap, SALLYPORT_BASE_URL: baseUrl, SALLYPORT_ALLOW_INSECURE_HTTP: "true" };
			const service = await startTestService({ databaseUrl: await database.url(), settings });
			try {
				const at = `http://127.0.0.1:${service.port}`;
				const csrf = await fetch(`${at}/api/auth/csrf`);
				const { csrf: value } = (await csrf.json()) as { csrf: string };
				const cookie = csrf.headers
					.getSetCookie()
					.map((line) => line.split(";")[0])
					.join("; ");
				const answer = await fetch(`${at}/api/auth/login/passkey/options`, {
					method: "POST",
					headers: { "content-type": "application/json", csrf: value, cookie },
					body: "{}",
				});
				const problem = (await answer.json()) as { code: string; message: string };
				assert.deepEqual([answer.status, problem.code], [401, "passkey_invalid"]);
				assert.match(problem.message, why);
			} finally {
				await service.stop();
			}
		}
	});

	it("of another domain are neither offered nor accepted, and other origins may use those of this one", async () => {
		const databaseUrl = await database.url();
		const settings = { ...cheap, SALLYPORT_PASSKEY_ORIGINS: "https://app.example" };
		const service = await startTestService({ databaseUrl, settings });
		await service.addUser("ada");
		const user = await service.loggedIn("ada");
		const passkey = await addPasskey(user, { origin: "https://app.example" });
		const { body } = await service.visitor().get("/.well-known/webauthn");
		assert.deepEqual(body, { origins: [new URL(service.baseUrl).origin, "https://app.example"] });
		assert.equal((await logInWithPasskey(service.visitor(), passkey)).status, 200);
		await service.running.deployment.opened.database
			.updateTable("passkeys")
			.set({ rp_id: "elsewhere.example" })
			.execute();
		assert.equal((await logInWithPasskey(service.visitor(), passkey)).body?.code, "passkey_invalid");
		assert.equal((await user.post("/api/auth/reauthenticate/options")).body?.code, "factor_missing");
		await service.stop();
		const without = await startTestService({ databaseUrl, settings: cheap });
		assert.equal((await without.visitor().get("/.well-known/webauthn")).status, 404);
		await without.stop();
	});
});
