/**
 * Everything that the service and its commands ask of PostgreSQL, in a process of its own: every operation, maintenance,
 * what an operator does, a move and a backup. Sends what it saw to its parent. Arguments: URLs of three empty databases.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchSql } from "./watch-sql.ts";

const [first = "", second = "", third = ""] = process.argv.slice(2);
const report = watchSql();
// Only now, so that every function of the service is seen.
const { startTestService, ADMIN_PASSWORD } = await import("./service.ts");
const { usersOf, tokenOf } = await import("./administration.ts");
const { answerChallenge, enrol } = await import("./authenticator.ts");
const { addPasskey, logInWithPasskey } = await import("./software-authenticator.ts");
const { cheap } = await import("./cheap-hashing.ts");
const { operatorOf } = await import("./scrape.ts");
const { bearerOf } = await import("./own-session.ts");
const { addressIn, useAdministration } = await import("./use-administration.ts");
const { useApplications } = await import("./statements-journey-of-applications.ts");
const { useKeys } = await import("./statements-journey-of-keys.ts");
const { useMail } = await import("./statements-journey-of-mail.ts");
const { conform } = await import("@sallyport/conform");
const { runCommand } = await import("#commands");
const { closeStatusList } = await import("../../src/credentials/status-list/status-list-store.ts");
const { upgradeHash } = await import("../../src/identity/user/user-login-store.ts");
const { listEventsAfter } = await import("../../src/platform/audit/audit-store.ts");
const { removeRows } = await import("../../src/operations/transfer/table-store.ts");

const day = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "sallyport-statements-"));
const secret = "a secret of this test, long enough to be one";
const newPassword = "five words nobody else has";
const otherSecret = "another secret of this test, long enough too";

try {
	await useService();
	await useMail(first);
	// A start that finds everything made.
	await (await startTestService({ databaseUrl: first, settings: cheap })).stop();
	await useCommands();
	const seen = await report();
	// It is long: the channel closes when all of it was sent.
	await new Promise((sent) => process.send?.(seen, sent));
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.disconnect?.();

async function useService(): Promise<void> {
	// The admin's first login sets a date.
	const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: "admins", SALLYPORT_OIDC: "on" };
	const service = await startTestService({ databaseUrl: first, settings });
	try {
		for (const name of ["ada", "ben"]) await service.addUser(name);
		const admin = tokenOf(service.running.setupLink);
		await service.visitor().post("/api/auth/setup", { token: admin, password: newPassword });
		await service.visitor().post("/api/auth/setup", { token: admin, password: newPassword });
		const { results } = await conform({
			baseUrl: service.baseUrl,
			user: { name: "ada", password: ADMIN_PASSWORD },
			clock: service.now,
			wait: async (milliseconds) => service.travel(milliseconds),
		});
		assert.deepEqual(
			results.filter(({ outcome }) => outcome === "failed"),
			[],
		);
		const person = await service.loggedIn("ben");
		// Twice at once: the second finds the rotation done.
		await Promise.all([person.post("/api/auth/renew"), person.post("/api/auth/renew")]);
		const bearer = bearerOf(await service.visitor().logIn("ben", ADMIN_PASSWORD));
		const elsewhere = await service.loggedIn("ben");
		for (const path of ["/", "/account", "/api/auth/sessions", "/api/auth/export"]) await person.get(path);
		await service.visitor().logIn("ben", "wrong");
		await elsewhere.logIn("ben", ADMIN_PASSWORD, { session: true });
		const known = { csrf: elsewhere.csrf ?? "" };
		await service.visitor().post("/api/auth/login", { username: "ben", password: ADMIN_PASSWORD }, known);
		await person.post("/api/auth/locale", { locale: "de" });
		await person.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		const change = { currentPassword: ADMIN_PASSWORD, newPassword };
		assert.equal((await person.post("/api/auth/password", change)).status, 200);
		await service.visitor().get("/api/auth/check", bearer);
		await useSecondFactor(service);
		await service.addUser("hal");
		await useKeys(service, "hal", await service.loggedIn("hal"));
		await useApplications(service, "hal", await service.loggedIn("hal"));
		await operatorOf(service).get("/metrics");
		await administer(service);
		const users = usersOf(service);
		for (const act of ["disable", "enable", "reset", "endSessions", "remove"] as const)
			await users[act]("ben");
		const late = await service.loggedIn("ada");
		service.travel(10 * 60_000);
		await late.get("/api/auth/session");
		for (const time of [0, day, 200 * day]) {
			service.travel(time);
			await service.running.maintenance.run();
		}
		// What only chance, a signal or an interruption leads to.
		const { database } = service.running.deployment.opened;
		await closeStatusList(database, "none", service.now());
		await upgradeHash(database, { id: "none", from: "a", to: "b" });
		await listEventsAfter(database, { time: 0, id: "" }, 1);
		await removeRows(database, { name: "setup_links", columns: [], key: [] });
	} finally {
		await service.stop();
	}
}

async function administer(service: Awaited<ReturnType<typeof startTestService>>): Promise<void> {
	await service.addUser("ingrid");
	await usersOf(service).setRole("ingrid", "admin");
	const admin = await service.loggedIn("ingrid");
	await service.loggedIn("hal");
	await useAdministration(
		(route, given = {}) => {
			const [method = ""] = route.split(" ");
			return admin.send(method, addressIn(route, given), given.body, given.headers);
		},
		async () => "none",
	);
}

async function useSecondFactor(service: Awaited<ReturnType<typeof startTestService>>): Promise<void> {
	await service.addUser("gil");
	const person = await service.loggedIn("gil");
	const app = await enrol(service, person);
	await person.send("PATCH", `/api/auth/factors/${app.id}`, { name: "Old phone" });
	await person.get("/api/auth/factors");
	const [recoveryCode = ""] = app.recoveryCodes;
	for (const code of [app.next(), recoveryCode]) {
		const visitor = service.visitor();
		await answerChallenge(visitor, await visitor.logIn("gil", ADMIN_PASSWORD), code);
	}
	await person.delete(`/api/auth/factors/${app.id}`);
	const passkey = await addPasskey(person, { origin: new URL(service.baseUrl).origin });
	await person.send("PATCH", `/api/auth/factors/${passkey.id}`, { name: "Key" });
	await logInWithPasskey(service.visitor(), passkey);
	const { body } = await person.post("/api/auth/reauthenticate/options");
	const again = { challenge: body?.challenge, passkey: passkey.get(body?.passkey) };
	await person.post("/api/auth/reauthenticate", again);
	await person.delete(`/api/auth/factors/${passkey.id}`);
}

async function useCommands(): Promise<void> {
	const file = (name: string) => join(folder, name);
	const old = { SALLYPORT_DATABASE_URL: `sqlite:${file("old.db")}`, SALLYPORT_SECRET: secret };
	const settings: Record<string, string> = {
		...cheap,
		SALLYPORT_SECRET: secret,
		SALLYPORT_DATABASE_URL: first,
	};
	writeFileSync(
		file("people.jsonl"),
		'{"username":"eve","groups":["readers"],"externalId":"8"}\n{"username":"fay","totp":{"secret":"GEZDGNBVGY3TQOJQ"}}\n',
	);
	await run(settings, "user add dan");
	await run(settings, "user add dan", 1);
	for (const command of [
		"group add staff",
		"group set staff --description All",
		"user set dan --email dan@example.com --external-id 7 --group staff --attribute team=a",
		"user role dan admin",
		"user role dan user",
		"user set dan --remove-group staff",
		"group members staff --add dan",
		"group list",
		"group remove staff",
	])
		await run(settings, command);
	await run(settings, "group add readers");
	await run(settings, `user import ${file("people.jsonl")}`);
	await run(settings, `user import ${file("people.jsonl")} --dry-run --on-conflict skip`);
	for (const command of [
		"list",
		"show dan",
		"factors dan",
		"disable dan",
		"enable dan",
		"reset dan",
		"reset dan --second-factor",
		"unlock dan",
		"remove dan",
	])
		await run(settings, `user ${command}`);
	await run(settings, "user disable admin", 1);
	await run(settings, "mail list");
	await run(
		{ ...settings, SALLYPORT_MAIL_URL: "smtp://localhost:1", SALLYPORT_MAIL_FROM: "a@example.com" },
		"mail retry --all",
	);
	for (const words of ["session list", "session list --user ada", "user list --search ad"])
		await run(settings, words);
	await run(settings, "event list --level warn --address 127.0.0. --until 1h");
	await run(settings, "event list --level error");
	await run(settings, "session end --all");
	await run(settings, "event list --limit 5");
	await run(settings, "event list --user eve --event user_created --since 1h");
	await run(settings, "key list");
	await run(settings, "key rotate --force");
	await run(settings, "key rotate --compromised");
	await run(settings, "key rotate --sealing --force");
	await run(settings, "key rotate --sealing --compromised");
	await run({ ...settings, SALLYPORT_SECRET_NEXT: otherSecret }, "key rotate --secret --compromised --force");
	settings.SALLYPORT_SECRET = otherSecret;
	await run(settings, "setup-link", 1);
	await run(
		{ ...settings, SALLYPORT_MAIL_URL: "smtp://localhost:1", SALLYPORT_MAIL_FROM: "a@example.com" },
		"doctor",
		1,
	);
	// A URL with several hosts, which are then asked who they are.
	const { host } = new URL(first);
	await run({ ...settings, SALLYPORT_DATABASE_URL: first.replace(host, `${host},${host}`) }, "user list");
	await run(settings, "migrate");
	await run(settings, `backup ${file("backup")}`);
	await run({ ...settings, SALLYPORT_DATABASE_URL: second }, `restore ${file("backup")}`);
	const service = await startTestService({ databaseUrl: old.SALLYPORT_DATABASE_URL, settings: cheap });
	await service.stop();
	await run({ ...cheap, ...old }, `move --to ${third}`);
}

async function run(settings: Record<string, string>, words: string, mayFail = 0): Promise<void> {
	for (const name of Object.keys(process.env)) if (name.startsWith("SALLYPORT_")) delete process.env[name];
	Object.assign(process.env, settings);
	const code = await runCommand(words.split(" "));
	if (code > mayFail) throw new Error(`sallyport ${words} ended with ${code}`);
}
