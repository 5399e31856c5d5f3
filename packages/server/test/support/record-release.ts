/**
 * Records what a release says to PostgreSQL and what it is answered, for rolling-upgrade.test.ts: to be run in a checkout
 * of that release, into which this file is copied if it is older than the file.
 *
 *   node packages/server/test/support/record-release.ts 0.1.0 > packages/server/test/fixtures/said-by-0.1.0.jsonl
 *
 * The first line is the name of the release, the other strings are texts, and each array is what was said in its turn.
 */
import assert from "node:assert/strict";
import { type CompiledQuery, type DatabaseConnection, PostgresDriver, type QueryResult } from "kysely";
import { tokenOf, usersOf } from "./administration.ts";
import { answerChallenge, enrol, wrongCode } from "./authenticator.ts";
import { cheap } from "./cheap-hashing.ts";
import { createTestDatabase } from "./databases.ts";
import { bearerOf } from "./own-session.ts";
import { ADMIN_PASSWORD, startTestService } from "./service.ts";
import { addPasskey, logInWithPasskey } from "./software-authenticator.ts";

const minute = 60_000;
const newPassword = "five words nobody else has";

const texts: string[] = [];
const said: Array<[text: number, parameters: readonly unknown[], answer: object[] | number]> = [];
const { acquireConnection } = PostgresDriver.prototype;
const recorded = new WeakSet<DatabaseConnection>();
PostgresDriver.prototype.acquireConnection = async function (...given) {
	const connection = await acquireConnection.apply(this, given);
	if (recorded.has(connection)) return connection;
	recorded.add(connection);
	const { executeQuery } = connection;
	connection.executeQuery = async <Row>(...[query, ...rest]: Parameters<typeof executeQuery>) => {
		const result = await executeQuery.call<
			object,
			Parameters<typeof executeQuery>,
			Promise<QueryResult<Row>>
		>(connection, query, ...rest);
		record(query, result as QueryResult<object>);
		return result;
	};
	return connection;
};

function record(
	{ sql: text, parameters }: CompiledQuery,
	{ rows, numAffectedRows }: QueryResult<object>,
): void {
	// What makes tables belongs to the release that makes them.
	if (/^\s*(create|alter|drop) |"schema_(migrations|lock)"/.test(text)) return;
	if (!texts.includes(text)) texts.push(text);
	const isRead = /^\s*select|returning/.test(text);
	said.push([texts.indexOf(text), parameters, isRead ? rows : Number(numAffectedRows ?? 0)]);
}

const database = createTestDatabase("postgres");
const service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
// One after the other, so that the recording can be played back.
await service
	.visitor()
	.post("/api/auth/setup", { token: tokenOf(service.running.setupLink), password: newPassword });
for (const name of ["ada", "ben"]) await service.addUser(name);
const users = usersOf(service);
const person = await service.loggedIn("ada");
const other = await service.loggedIn("ada");
const [one, two] = [
	bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD)),
	bearerOf(await service.visitor().logIn("ada", ADMIN_PASSWORD)),
];
const csrf = await service.copiedCsrf(person);
const body = { username: "ada", password: ADMIN_PASSWORD };
await service.visitor().post("/api/auth/login", body, { csrf });
await service.visitor().logIn("ada", "wrong");
await service.visitor().logIn("nobody", "wrong");
for (const path of ["/api/auth/session", "/api/auth/sessions", "/api/auth/check"]) {
	await person.get(path);
	await service.visitor().get(path, one);
}
await person.post("/api/auth/renew");
await service.visitor().post("/api/auth/renew", undefined, one);
await person.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
await other.post("/api/auth/logout");
await service.visitor().post("/api/auth/logout", undefined, two);
const { sessions } = (await person.get("/api/auth/sessions")).body as { sessions: Array<{ id: string }> };
await person.delete(`/api/auth/sessions/${sessions.at(-1)?.id}`);
await person.delete("/api/auth/sessions");
const change = { currentPassword: ADMIN_PASSWORD, newPassword };
assert.equal((await person.post("/api/auth/password", change)).status, 200);
for (const act of ["disable", "enable"] as const) await users[act]("ben");
const { setupLink } = await users.reset("ben");
await service.visitor().post("/api/auth/setup", { token: tokenOf(setupLink), password: newPassword });
await users.endSessions("ben");
await service.visitor().logIn("ben", newPassword, { session: true });
await users.remove("ben");

await service.addUser("eve");
const { groups, users: people } = service.running.deployment.administration;
await groups.add("staff");
await people.set("eve", { groups: ["staff"], email: "eve@example.com" });
const eve = await service.loggedIn("eve");
const app = await enrol(service, eve);
for (const code of [app.next(), app.recoveryCodes.pop() ?? "", wrongCode(app)]) {
	const visitor = service.visitor();
	await answerChallenge(visitor, await visitor.logIn("eve", ADMIN_PASSWORD), code);
}
const passkey = await addPasskey(eve, { origin: service.baseUrl });
assert.equal((await logInWithPasskey(service.visitor(), passkey)).status, 200);
await eve.post("/api/auth/locale", { locale: "de" });
assert.equal((await eve.get("/api/auth/export")).status, 200);
await eve.delete(`/api/auth/factors/${app.id}`);
await groups.remove("staff");
await users.reset("eve", { secondFactor: true });
await users.remove("eve");

service.travel(10 * minute);
await person.get("/api/auth/session");
await service.running.maintenance.run();
// What is still live at the end of the recording: a session of each kind, for today's release to take over.
await service.visitor().logIn("ada", newPassword);
await service.stop();

const [, , release = "unnamed"] = process.argv;
for (const each of [release, ...texts, ...said]) process.stdout.write(`${JSON.stringify(each)}\n`);
await database.remove();
