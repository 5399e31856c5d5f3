import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type Authenticator, enrol, wrongCode } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import {
	assertRefused,
	foreignKey,
	type PasskeyUsers,
	startWithPasskeyUsers,
} from "../support/passkey-users.ts";
import { ADMIN_PASSWORD, startTestService } from "../support/service.ts";
import {
	type Assertion,
	addPasskey,
	logInWithPasskey,
	type Said,
} from "../support/software-authenticator.ts";

type Forged = [name: string, lie: Partial<Said>];
const lies: Forged[] = [
	["for a registration", { type: "webauthn.create" }],
	["on another origin", { origin: "https://localhost.example" }],
	["on the same host over https", { origin: "https://localhost" }],
	["in a frame of another site", { crossOrigin: true }],
	["in a frame whose page is named", { topOrigin: "https://example.com" }],
	["for another domain", { rpId: "example.com" }],
	["without the user verified", { flags: 1 }],
	["without the user present", { flags: 4 }],
	["by a passkey that may be copied now", { flags: 1 + 4 + 8 }],
	["by a passkey that is copied and may not be", { flags: 1 + 4 + 16 }],
	["with another challenge", { challenge: Buffer.alloc(32, 7).toString("base64url") }],
	["by another key", { key: foreignKey }],
	["in the name of another user", { userHandle: Buffer.alloc(32, 7).toString("base64url") }],
	["in the name of no user", { userHandle: undefined }],
];

/** One byte of it changed. */
function flipped(bytes: Buffer, at: number): Buffer {
	const bent = Buffer.from(bytes);
	bent[at] = (bent[at] ?? 0) ^ 1;
	return bent;
}

/** Each byte is a request of its own. */
const generous = { SALLYPORT_ADDRESS_FAILURES: "10000", SALLYPORT_CSRF_FAILURES: "10000" };
const NUL = Buffer.alloc(1);
const parts = ["clientDataJSON", "authenticatorData", "signature"] as const;

const withPart = (sent: Assertion, part: (typeof parts)[number], value: string) => ({
	...sent,
	response: { ...sent.response, [part]: value },
});

// Proves: passkey-forged
onSqlite("a forged passkey", (database) => {
	let users: PasskeyUsers;
	before(async () => {
		users = await startWithPasskeyUsers(await database.url(), generous);
	});
	after(() => users[Symbol.asyncDispose]());

	/** A login with ada's passkey. */
	const attempt = (how?: Parameters<typeof logInWithPasskey>[2]) =>
		logInWithPasskey(users.service.visitor(), users.ada.passkey, how);

	it("is refused where a right one logs in", async () => {
		assert.equal((await attempt()).status, 200);
	});

	for (const [name, lie] of lies) {
		it(`made ${name} is refused`, async () => {
			assertRefused(await attempt({ lie }), "passkey_invalid");
		});
	}

	for (const part of parts) {
		it(`with any byte of ${part} changed, missing or too many is refused, and right without that`, async () => {
			const { service, ada } = users;
			const visitor = service.visitor();
			const { body } = await visitor.post("/api/auth/login/passkey/options", {});
			const right = ada.passkey.get(body?.passkey);
			const send = (passkey: Assertion) =>
				visitor.post("/api/auth/login/passkey", { challenge: body?.challenge, passkey });
			const bytes = Buffer.from(right.response[part], "base64url");
			const bent = [...bytes.keys()].map((at) => flipped(bytes, at));
			for (const each of [...bent, bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, NUL])])
				assertRefused(await send(withPart(right, part, each.toString("base64url"))), "passkey_invalid");
			assert.equal((await send(right)).status, 200);
		});

		it(`with AAAA, or too little, as ${part} is refused`, async () => {
			for (const value of ["AAAA", "A", "e30", "bnVsbA"]) {
				const forge = (sent: Assertion) => withPart(sent, part, value);
				const answer = await attempt({ forge });
				assertRefused(answer, "passkey_invalid");
			}
		});
	}

	it("with the id of a passkey of another user is refused", async () => {
		const { bob } = users;
		const { credentialId: id } = bob.passkey;
		const forge = (sent: Assertion) => ({ ...sent, id, rawId: id });
		const answer = await attempt({ forge });
		assertRefused(answer, "passkey_invalid");
	});

	it("with an id that is written otherwise in rawId is refused", async () => {
		const { bob } = users;
		const forge = (sent: Assertion) => ({ ...sent, rawId: bob.passkey.credentialId });
		const answer = await attempt({ forge });
		assertRefused(answer, "passkey_invalid");
	});

	it("with an unknown id is unknown", async () => {
		const forge = (sent: Assertion) => ({ ...sent, id: "AAAA", rawId: "AAAA" });
		const answer = await attempt({ forge });
		assertRefused(answer, "passkey_unknown");
	});

	// Proves: passkey-once
	it("whose counter went back, or did not move, is refused and recorded", async () => {
		const { service, ada } = users;
		const seen = (await rowsOf(service, "authn_passkey_clone")).length;
		await attempt();
		const { count } = ada.passkey;
		for (const stale of [count, count - 1, 0]) {
			const answer = await attempt({ lie: { count: stale } });
			assertRefused(answer, "passkey_invalid");
		}
		assert.equal((await rowsOf(service, "authn_passkey_clone")).length, seen + 3);
	});

	it("that does not count logs in again and again", async () => {
		const { service, origin, bob } = users;
		const passkey = await addPasskey(bob.user, { origin });
		for (let time = 0; time < 2; time += 1) {
			const answer = await logInWithPasskey(service.visitor(), passkey, { lie: { count: 0 } });
			assert.equal(answer.status, 200, answer.text);
		}
	});

	it("a right one reopens the second factor that attackers have closed", async () => {
		const { service, origin } = users;
		await service.addUser("tim");
		const tim = await service.loggedIn("tim");
		const app: Authenticator = await enrol(service, tim);
		const passkey = await addPasskey(tim, { origin });
		const attempt = (code: string) => service.visitor().logIn("tim", ADMIN_PASSWORD, { code });
		for (let failed = 0; failed < 20; failed += 1) {
			service.travel(3_600_000);
			assert.equal((await attempt(wrongCode(app))).status, 401);
		}
		service.travel(3_600_000);
		assert.equal((await attempt(app.next())).status, 401, "it is closed");
		assert.equal((await logInWithPasskey(service.visitor(), passkey)).status, 200);
		service.travel(3_600_000);
		assert.equal((await attempt(app.next())).status, 200);
	});
});

onSqlite("forged passkeys", (database) => {
	it("from one address have to wait, and lock no user out", async () => {
		const settings = { ...cheap, SALLYPORT_ADDRESS_FAILURES: "5" };
		const service = await startTestService({ databaseUrl: await database.url(), settings });
		try {
			await service.addUser("ada");
			const user = await service.loggedIn("ada");
			const passkey = await addPasskey(user, { origin: new URL(service.baseUrl).origin });
			const lie = { key: foreignKey };
			for (let failed = 0; failed < 5; failed += 1)
				assert.equal((await logInWithPasskey(service.visitor(), passkey, { lie })).status, 401);
			assert.equal((await logInWithPasskey(service.visitor(), passkey, { lie })).status, 429);
			assert.equal((await user.logIn("ada", ADMIN_PASSWORD)).status, 200);
		} finally {
			await service.stop();
		}
	});
});
