/**
 * A deployment that an earlier release made, opened by this one: no user has to log in or set anything up again. The file was left by the
 * built program of that release (support/leave-deployment.ts).
 */
// Proves: factor-secrets
import assert from "node:assert/strict";
import { createPrivateKey, type JsonWebKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { tokenOf } from "../support/administration.ts";
import { answerChallenge, authenticatorOf } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { createTestDatabase } from "../support/databases.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, TEST_SECRET, type TestService } from "../support/service.ts";
import { logInWithPasskey, passkeyWith } from "../support/software-authenticator.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

interface Left {
	madeAt: number;
	baseUrl: string;
	setupLink: string;
	ada: Browser & { token: string };
	ben: Browser;
	eve: { totp: string; recoveryCodes: string[]; passkey: Passkey };
}
interface Browser {
	cookies: Record<string, string>;
	csrf: string;
}
type Passkey = Parameters<typeof passkeyWith>[0] & { key: JsonWebKey };

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const left = JSON.parse(fixture("made-by-0.2.0.json").toString()) as Left;
const MINUTE = 60_000;

for (const dialect of ["sqlite", "postgres"] as const)
	describe(`what 0.2.0 made, opened by this release (${dialect})`, () => {
		const folder = mkdtempSync(join(tmpdir(), "made-by-a-release-"));
		const postgres = createTestDatabase("postgres");
		let service: TestService;
		before(async () => {
			const file = join(folder, "login.sqlite");
			writeFileSync(file, gunzipSync(fixture("made-by-0.2.0.sqlite.gz")));
			let databaseUrl = `sqlite:${file}`;
			if (dialect === "postgres") {
				const settings = { ...cheap, SALLYPORT_SECRET: TEST_SECRET, SALLYPORT_DATABASE_URL: databaseUrl };
				const run = createHostedRunner(settings);
				databaseUrl = await postgres.url();
				for (const words of ["migrate", `move --to ${databaseUrl}`]) {
					const { code, err } = await run(words);
					assert.equal(code, 0, err);
				}
			}
			const settings = { ...cheap, SALLYPORT_BASE_URL: left.baseUrl };
			service = await startTestService({ databaseUrl, settings, startsAt: left.madeAt + MINUTE });
		});
		after(async () => {
			await service.stop();
			await postgres.remove();
			rmSync(folder, { recursive: true });
		});

		const newcomer = () => createVisitor(`http://localhost:${service.port}`);
		function returning({ cookies, csrf }: Browser): Visitor {
			const visitor = newcomer();
			visitor.csrf = csrf;
			for (const pair of Object.entries(cookies)) visitor.cookies.set(...pair);
			return visitor;
		}

		it("a cookie session and its CSRF token are good", async () => {
			const ada = returning(left.ada);
			assert.equal((await ownSession(ada)).kind, "cookie");
			const { status, text } = await ada.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
			assert.equal(status, 200, text);
		});

		it("a token is good, and is renewed", async () => {
			const bearer = { authorization: `Bearer ${left.ada.token}` };
			assert.equal((await newcomer().get("/api/auth/check", bearer)).status, 204);
			const renewed = await newcomer().post("/api/auth/renew", undefined, bearer);
			assert.equal(renewed.status, 200, renewed.text);
		});

		it("a second factor is required, by app, recovery code or passkey", async () => {
			const app = authenticatorOf(service, { body: { secret: left.eve.totp } } as never);
			for (const code of [app.next(), left.eve.recoveryCodes[3] ?? ""]) {
				const visitor = newcomer();
				const refused = await visitor.logIn("eve", ADMIN_PASSWORD);
				assert.equal(refused.status, 401, refused.text);
				const answer = await answerChallenge(visitor, refused, code);
				assert.equal(answer.status, 200, answer.text);
			}
			const { passkey } = left.eve;
			const key = createPrivateKey({ key: passkey.key, format: "jwk" });
			const held = passkeyWith({ ...passkey, key, origin: left.baseUrl, flags: 5 });
			const answer = await logInWithPasskey(newcomer(), held);
			assert.equal(answer.status, 200, answer.text);
		});

		it("a setup link that was not used sets a password", async () => {
			const given = { token: tokenOf(left.setupLink), password: "five words nobody else has" };
			const { status, text } = await newcomer().post("/api/auth/setup", given);
			assert.equal(status, 200, text);
			assertProblem(await newcomer().post("/api/auth/setup", given), "setup_link_used");
		});

		it("ten days later, the session of a user who stays logged in is good, and no other", async () => {
			service.travel(10 * 24 * 60 * MINUTE);
			assert.equal((await ownSession(returning(left.ben))).kind, "cookie");
			assertProblem(await returning(left.ada).get("/api/auth/session"), "unauthenticated");
		});
	});
