/** Access keys and setup links that are made, used, refused and ended over HTTP: none lies in the log, the events, the database or another answer. */
// Proves: no-secrets-in-the-log, session-secrets
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { inspect } from "node:util";
import { madeIn } from "../support/administration-world.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf } from "../support/own-session.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-secrets-"));
let service: TestService;
let admin: Visitor;
const secrets = new Map<string, string>();
const answers: Answer[] = [];
let keyId: string;

before(async () => {
	service = await startTestService({ databaseUrl: `sqlite:${join(folder, "x.db")}`, settings: cheap });
	await service.addUser("root");
	await service.running.deployment.administration.users.setRole("root", "admin");
	admin = await service.loggedIn("root");
	await make();
});
after(async () => {
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Plants the secret that an answer shows once. */
async function plant(
	member: "key" | "setupLink",
	path: string,
	body: object,
): Promise<Record<string, unknown>> {
	const answer = await admin.post(path, body);
	const shown = String(answer.body?.[member]).replace(/.*#token=|&username=.*/g, "");
	assert.ok(answer.status < 300 && shown.length > 40, answer.text);
	secrets.set(`${member} of ${path}`, shown);
	return answer.body ?? {};
}

async function make(): Promise<void> {
	const own = await plant("key", "/api/auth/access-keys", { name: "own" });
	await plant("key", `/api/auth/access-keys/${own.id}/rotate`, {});
	const { user } = await plant("setupLink", "/api/admin/users", { username: "eve" });
	const { id } = user as { id: string };
	await plant("setupLink", `/api/admin/users/${id}/invite`, { deliver: "link" });
	await plant("setupLink", `/api/admin/users/${id}/reset`, { deliver: "link" });
	const robot = await admin.post("/api/admin/users", { username: "robot", kind: "service" });
	const path = `/api/admin/users/${madeIn(robot)}/access-keys`;
	const made = await plant("key", path, { name: "job", scopes: ["sallyport:users:read"] });
	keyId = String(made.id);
	await use(String(made.key), { csrf: String(made.csrf) });
}

/** Wherever a key fits, well and badly. */
async function use(key: string, csrf: { csrf: string }): Promise<void> {
	const script = service.visitor();
	const logIn = (username: string) => script.post("/api/auth/login", { username, password: key }, csrf);
	const login = await logIn("robot");
	secrets.set("token", String(login.body?.token));
	for (const headers of [bearerOf(login), { authorization: `Bearer ${key}` }, { "idempotency-key": key }])
		for (const address of ["users", `users?q=${key}`, `sessions/${key}`])
			answers.push(await script.get(`/api/admin/${address}`, headers));
	for (const name of ["root", key]) answers.push(await logIn(name));
	answers.push(await script.post("/api/auth/access-keys/revoke", { keys: [key] }), await logIn("robot"));
	service.travel(2 * 60_000);
	await service.running.maintenance.run();
}

function assertNone(text: string, where: string): void {
	for (const [what, secret] of secrets)
		for (const form of [secret, Buffer.from(secret).toString("base64url")])
			assert.ok(!text.includes(form), `${what} is in ${where}`);
}

it("no later answer has one, whatever an admin asks for", async () => {
	assert.equal(secrets.size, 7);
	const lists = ["users", "access-keys", "sessions", "setup-links", "events", "keys", "settings", "mails"];
	for (const each of [...lists, "users/export", "events/export"]) {
		const answer = await admin.get(`/api/admin/${each}`);
		assert.equal(answer.status, 200, answer.text);
		answers.push(answer);
	}
	for (const { text, headers } of answers) assertNone(text + inspect(headers), "an answer");
});

it("no line of the log, and no event, has one", async () => {
	const events = await service.running.deployment.opened.database
		.selectFrom("audit_events")
		.selectAll()
		.execute();
	for (const name of ["access_key_leaked", "access_key_refused", "setup_link_created"])
		assert.ok(
			events.some(({ event }) => event === name),
			name,
		);
	assertNone(JSON.stringify(events), "the events");
	assertNone(
		inspect(service.logged, { depth: null, maxStringLength: null, maxArrayLength: null }),
		"the log",
	);
});

it("no file of the database has one, and what it has of a key logs in nowhere", async () => {
	for (const name of readdirSync(folder)) assertNone(readFileSync(join(folder, name), "latin1"), name);
	const { database } = service.running.deployment.opened;
	const row = await database
		.selectFrom("access_keys")
		.selectAll()
		.where("id", "=", keyId)
		.executeTakeFirstOrThrow();
	for (const password of [row.key_hash, `sallyport_${row.key_hash}`, row.csrf_reference]) {
		const csrf = { csrf: `k1.${row.csrf_reference}` };
		const login = await service.visitor().post("/api/auth/login", { username: "robot", password }, csrf);
		assert.ok(login.status >= 400, login.text);
	}
});
