/** Secrets are planted wherever the service takes or makes one; none may lie in the log, the events or the database. */
// Proves: no-secrets-in-the-log
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { inspect } from "node:util";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { rawRequest, sendRaw } from "../support/raw.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const wrong = "planted wrong password 4711";
const chosen = "planted five words nobody else has";
const SALLYPORT_SECRET = "a secret of this test, long enough to be one";
const typedAsName = "planted.password.as.username";

let folder: string;
let service: TestService;
const secrets = new Map<string, string>();
before(async () => {
	folder = mkdtempSync(join(tmpdir(), "sallyport-secrets-"));
	service = await startTestService({ databaseUrl: `sqlite:${join(folder, "x.db")}`, settings: cheap });
	for (const [name, value] of Object.entries({
		wrong,
		chosen,
		typedAsName,
		ADMIN_PASSWORD,
		SALLYPORT_SECRET,
	})) {
		secrets.set(name, value);
	}
	await useEverything();
});
after(async () => {
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
});

function keep(what: string, visitor: Visitor, { body }: Answer): void {
	for (const [name, value] of visitor.cookies) secrets.set(`${what}: cookie ${name}`, value);
	for (const member of ["token", "csrf"]) {
		const value = body?.[member];
		if (typeof value !== "string") continue;
		secrets.set(`${what}: ${member}`, value);
		// Whatever is done to the whole, its last part alone is the secret one.
		secrets.set(`${what}: end of ${member}`, value.split(".").at(-1) ?? value);
	}
}

async function useEverything(): Promise<void> {
	const users = usersOf(service);
	const { setupLink } = await users.add({ name: "ada", role: "user", passwordHash: null });
	secrets.set("setup token", tokenOf(setupLink));
	const browser = service.visitor({ "user-agent": "planted agent" });
	const script = service.visitor();
	const step = async (what: string, visitor: Visitor, answer: Promise<Answer>) => {
		keep(what, visitor, await answer);
		return answer;
	};
	const token = { token: tokenOf(setupLink), password: wrong };
	await step("form", browser, browser.get("/api/auth/csrf"));
	await step(
		"setup with a bad one",
		browser,
		browser.post("/api/auth/setup", { ...token, password: "short" }),
	);
	await step("setup", browser, browser.post("/api/auth/setup", { ...token, password: ADMIN_PASSWORD }));
	await step("setup again", browser, browser.post("/api/auth/setup", token));
	await step("login", browser, browser.logIn("ada", ADMIN_PASSWORD, { session: true }));
	await step("renewal", browser, browser.post("/api/auth/renew"));
	await step("confirmation", browser, browser.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }));
	await step("wrong one", browser, browser.post("/api/auth/reauthenticate", { password: wrong }));
	const change = { currentPassword: ADMIN_PASSWORD, newPassword: chosen };
	await step(
		"bad change",
		browser,
		browser.post("/api/auth/password", { ...change, currentPassword: wrong }),
	);
	await step("change", browser, browser.post("/api/auth/password", change));
	await step("wrong login", script, script.logIn("ada", wrong));
	await step("typed as name", script, script.logIn(typedAsName, "x"));
	await step("unknown member", script, script.logIn("ada", chosen, { [typedAsName]: wrong }));
	await step(
		"broken body",
		script,
		script.post("/api/auth/login", `{"username":"ada","password":"${wrong}"`),
	);
	const given = await step("token", script, script.logIn("ada", chosen));
	const bearer = { authorization: `Bearer ${given.body?.token}` };
	await step("renewed token", script, script.post("/api/auth/renew", undefined, bearer));
	await script.get(`/api/auth/session?access_token=${given.body?.token}`);
	await script.get("/api/auth/session", { authorization: `Bearer ${given.body?.token}x` });
	await script.get("/api/auth/session", {
		authorization: `Basic ${Buffer.from(`ada:${wrong}`).toString("base64")}`,
	});
	await sendRaw(service.port, rawRequest([`GET /${wrong} HTTP/1.1`, "Host: localhost"]));
	await script.request("DELETE", `/api/auth/sessions/${tokenOf(setupLink)}`, { headers: bearer });
	await refuseEverything(service.visitor(), bearer);
	// Trouble inside is logged with all that is known of it.
	const { database } = service.running.deployment.opened;
	await database.schema.alterTable("audit_events").renameTo("elsewhere").execute();
	await script.logIn("ada", chosen, { session: true });
	await script.logIn("ada", wrong);
	await script.post("/api/auth/login", {}, { csrf: wrong });
	await database.schema.alterTable("elsewhere").renameTo("audit_events").execute();
	service.travel(2 * 60_000);
	await service.running.maintenance.run();
}

/** Whatever is refused twice is put on record and counted, with a secret wherever one fits. */
async function refuseEverything(visitor: Visitor, bearer: Record<string, string>): Promise<void> {
	const basic = Buffer.from(`ada:${wrong}`).toString("base64");
	secrets.set("Basic", basic);
	const dashed = wrong.replaceAll(" ", "-");
	secrets.set("password without spaces", dashed);
	const login = "/api/auth/login";
	await visitor.post("/api/auth/logout", undefined, bearer);
	for (let times = 1; times <= 2; times++) {
		await visitor.post(login, { username: typedAsName, password: wrong }, { csrf: wrong });
		await visitor.post(login, {}, { csrf: "", cookie: `sallyport-sid=${dashed}` });
		await visitor.post(login, {}, { origin: `https://${dashed}.example` });
		await visitor.post(login, `{"${wrong}":1,"${wrong}":2,"username":"${typedAsName}"}`);
		await visitor.post(login, { username: wrong, password: [wrong], session: wrong });
		await visitor.post(login, { username: wrong, password: chosen });
		await visitor.post(login, `{"password":"${wrong}`);
		await visitor.get("/api/auth/session", bearer);
		await visitor.get("/api/auth/session", { authorization: `Basic ${basic}` });
	}
}

function assertNone(text: string, where: string): void {
	for (const [what, secret] of secrets) {
		for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64url")]) {
			assert.equal(text.includes(form), false, `${what} is in ${where}`);
		}
	}
}

it("enough secrets are planted, and the log reports the trouble", () => {
	assert.ok(secrets.size > 30, `${secrets.size}`);
	const troubles = service.logged.filter((line) => "err" in line);
	assert.ok(troubles.length >= 2, inspect(troubles));
});

// Proves: csrf-stolen-token
it("no line of the log has a secret", () => {
	assertNone(
		inspect(service.logged, { depth: null, maxStringLength: null, maxArrayLength: null, showHidden: true }),
		"the log",
	);
	assertNone(JSON.stringify(service.logged), "the log");
});

it("no event has a secret", async () => {
	const { database } = service.running.deployment.opened;
	const rows = await database.selectFrom("audit_events").selectAll().execute();
	assert.ok(rows.length > 20);
	assertNone(JSON.stringify(rows), "the events");
});

it("no list of events has a secret", async () => {
	const run = createHostedRunner({
		SALLYPORT_SECRET,
		SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "x.db")}`,
		SALLYPORT_BASE_URL: service.baseUrl,
	});
	for (const words of ["--limit 1000", "--limit 1000 --json"]) {
		const { code, out } = await run(`event list ${words}`);
		assert.equal(code, 0);
		const expected = ["authn_token_reuse", "malicious_csrf", "malicious_extraneous", "input_validation_fail"];
		for (const event of [...expected, "malicious_cors", "user_password_set"])
			assert.ok(out.includes(event), event);
		assertNone(out, `event list ${words}`);
	}
});

// Proves: session-secrets
it("the files of the database have no secret, and no other user may read them", () => {
	for (const name of readdirSync(folder)) {
		assertNone(readFileSync(join(folder, name), "latin1"), name);
		assert.equal(statSync(join(folder, name)).mode & 0o077, 0, name);
	}
});

// Proves: session-secrets, mac-key
it("no value from the database opens anything", async () => {
	const { database } = service.running.deployment.opened;
	const rows = [
		...(await database.selectFrom("sessions").selectAll().execute()),
		...(await database.selectFrom("setup_links").selectAll().execute()),
		...(await database.selectFrom("attempts").select("key").execute()),
		...(await database.selectFrom("deployment").selectAll().execute()),
	];
	const values = [...new Set(rows.flatMap((row) => Object.values(row)))].filter(
		(each) => typeof each === "string",
	);
	assert.ok(values.length > 20);
	const visitor = service.visitor();
	await visitor.get("/api/auth/csrf");
	for (const value of values) {
		if (!/^[\w-]+$/.test(value)) continue;
		const asCookie = await service.visitor().get("/api/auth/session", { cookie: `sallyport-sid=${value}` });
		assert.equal(asCookie.status, 401, value);
		const asBearer = await service.visitor().get("/api/auth/session", { authorization: `Bearer ${value}` });
		assert.equal(asBearer.status, 401, value);
		const asCsrf = await service.visitor().post("/api/auth/login", {}, { csrf: value });
		assert.equal(asCsrf.status, 403, value);
		const asLink = await visitor.post("/api/auth/setup", { token: value.slice(0, 128), password: chosen });
		assert.equal(asLink.status, 404, value);
	}
});
