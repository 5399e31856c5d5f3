import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const password = "five words nobody else has";

describe("a first start", () => {
	let folder: string;
	let databaseUrl: string;
	let runs = 0;
	before(() => {
		folder = mkdtempSync(join(tmpdir(), "sallyport-start-"));
	});
	beforeEach(() => {
		runs += 1;
		databaseUrl = `sqlite:${join(folder, `${runs}.db`)}`;
	});
	after(() => rmSync(folder, { recursive: true, force: true }));

	async function run<T>(use: (service: TestService) => Promise<T>, settings = {}): Promise<T> {
		const service = await startTestService({ databaseUrl, settings: { ...cheap, ...settings } });
		try {
			return await use(service);
		} finally {
			await service.stop();
		}
	}
	const file = (content: string) => {
		const path = join(folder, `password${runs}`);
		writeFileSync(path, content, { mode: 0o600 });
		return { SALLYPORT_ADMIN_PASSWORD_FILE: path };
	};

	// Proves: password-operations
	it("has no account that can be guessed", async () => {
		await run(async (service) => {
			for (const name of ["admin", "root", "sallyport", "user", "test"]) {
				for (const typed of [name, "admin", "password", "changeme", " "]) {
					assertProblem(await service.visitor().logIn(name, typed), "invalid_credentials");
				}
			}
		});
	});

	it("shows the same link again until it is used, and none afterwards", async () => {
		const token = await run(async ({ running }) => tokenOf(running.setupLink));
		await run(async (service) => {
			assert.equal(tokenOf(service.running.setupLink), token);
			assert.equal((await service.visitor().post("/api/auth/setup", { token, password })).status, 200);
		});
		await run(async (service) => {
			assert.equal(service.running.setupLink, null);
			assertProblem(await service.visitor().post("/api/auth/setup", { token, password }), "setup_link_used");
		});
	});

	it("with a password file makes the admin unattended, by any name", async () => {
		const settings = { ...file(`${ADMIN_PASSWORD}\n`), SALLYPORT_ADMIN_USERNAME: "Grace" };
		await run(async (service) => {
			assert.deepEqual([service.running.adminMade, service.running.setupLink], [true, null]);
			const browser = await service.loggedIn("grace");
			const { body } = await browser.get("/api/auth/session");
			assert.deepEqual([body?.displayName, body?.role], ["Grace", "admin"]);
		}, settings);
	});

	it("with a password file sets it once: a later file changes nothing", async () => {
		await run(async () => {}, file(ADMIN_PASSWORD));
		await run(async (service) => {
			assert.equal(service.running.adminMade, false);
			assertProblem(await service.visitor().logIn("admin", password), "invalid_credentials");
			assert.equal((await service.visitor().logIn("admin", ADMIN_PASSWORD)).status, 200);
		}, file(password));
	});

	// Proves: single-factor
	it("with a weak password in the file is refused and leaves no user", async () => {
		const started = run(async () => {}, file("passwordpassword1"));
		await assert.rejects(started, { code: "password_rejected" });
		await run(async (service) => assert.notEqual(service.running.setupLink, null));
	});

	it("with a file that is not there is refused", async () => {
		const settings = { SALLYPORT_ADMIN_PASSWORD_FILE: join(folder, "missing") };
		await assert.rejects(
			run(async () => {}, settings),
			/SALLYPORT_ADMIN_PASSWORD_FILE/,
		);
	});

	// Proves: password-operations
	it("is not repeated over HTTP when the last admin is deleted", async () => {
		await run(async (service) => {
			const token = tokenOf(service.running.setupLink);
			const admin = service.visitor();
			await admin.post("/api/auth/setup", { token, password });
			await usersOf(service).remove("admin", { lastAdmin: true });
			assertProblem(await admin.get("/api/auth/session"), "unauthenticated");
			for (const path of ["/", "/setup", "/login", "/account", "/api/auth/csrf", "/openapi.json"]) {
				assert.doesNotMatch((await service.visitor().get(path)).text, /token=[\w-]{43}/);
			}
			assertProblem(await service.visitor().post("/api/auth/setup", { token, password }), "not_found");
			assertProblem(await service.visitor().logIn("admin", password), "invalid_credentials");
			const { database } = service.running.deployment.opened;
			assert.deepEqual(await database.selectFrom("users").selectAll().execute(), []);
		});
	});
});
