// At length: it needs thousands of rows or attempts.
/** A statement takes so many variables only: a user with more live sessions than that must still be shut out. */
// Proves: session-end
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { inflateSync } from "node:zlib";
import { decodeJwt } from "jose";
import { listLiveSessions } from "../../src/credentials/session/session-store.ts";
import { createIssueToken } from "../../src/credentials/token/issue-token.ts";
import { findUserById } from "../../src/identity/user/user-store.ts";
import { createSigningKeys } from "../../src/platform/keys/signing-keys.ts";
import { systemRandom } from "../../src/platform/lib/random.ts";
import { cheap } from "../support/cheap-hashing.ts";
import type { Run } from "../support/command.ts";
import { forEachDatabase } from "../support/databases.ts";
import {
	ADMIN_PASSWORD,
	createRunnerBeside,
	startTestService,
	type TestService,
} from "../support/service.ts";

/** A revocation has three variables, too many for one statement of SQLite; an event has twelve, too many for one of PostgreSQL. */
const most = { sqlite: 11_000, postgres: 8192 };

forEachDatabase("a user with thousands of token sessions", (database) => {
	const MANY = most[database.dialect];
	let service: TestService;
	let run: Run;
	before(async () => {
		const databaseUrl = await database.url();
		service = await startTestService({ databaseUrl, settings: cheap });
		run = createRunnerBeside(service, databaseUrl);
	});
	after(() => service.stop());

	/** A user with one login and many copies of its row, each with a place of its own in the same status list. */
	async function crowded(name: string) {
		const { id } = await service.addUser(name);
		const { body } = await service.visitor().logIn(name, ADMIN_PASSWORD);
		const { status } = decodeJwt<{ status: { status_list: { idx: number; uri: string } } }>(
			String(body?.token),
		);
		const { idx, uri } = status.status_list;
		const queries = service.running.deployment.opened.database;
		const [first] = await queries.selectFrom("sessions").selectAll().where("user_id", "=", id).execute();
		assert.ok(first);
		const taken = await queries
			.selectFrom("sessions")
			.select("status_index")
			.where("status_list", "=", first.status_list)
			.execute();
		const places = new Set(Array.from({ length: 3 * MANY }, (_, at) => (idx + 1 + at) % 2 ** 20));
		for (const { status_index } of taken) places.delete(status_index ?? -1);
		const copies = [...places].slice(0, MANY).map((status_index) => ({
			...first,
			id: crypto.randomUUID(),
			csrf_reference: systemRandom(16).toString("base64url"),
			status_index,
		}));
		for (let from = 0; from < MANY; from += 1000)
			await queries
				.insertInto("sessions")
				.values(copies.slice(from, from + 1000))
				.execute();
		return { id, path: uri.slice(service.baseUrl.length), tokens: await someTokens(id) };
	}

	/** Of every thousandth session. */
	async function someTokens(userId: string): Promise<string[]> {
		const { opened, openStored } = service.running.deployment;
		const issue = createIssueToken({
			keys: createSigningKeys({
				database: opened.database,
				clock: service.now,
				open: openStored("signing key"),
			}),
			clock: service.now,
			random: systemRandom,
			issuer: service.baseUrl,
			audience: service.baseUrl,
			statusAddress: (list) => `${service.baseUrl}/${list}`,
			userClaims: () => ({}),
		});
		const sessions = await listLiveSessions(
			opened.database,
			{ id: "", userId },
			{ now: service.now(), most: 2 * MANY },
		);
		const user = await findUserById(opened.database, userId);
		assert.ok(user);
		const some = sessions.filter((_, at) => at % 1000 === 0);
		return Promise.all(some.map((session) => issue(session, user)));
	}

	const statusesOf = (tokens: string[]) =>
		Promise.all(
			tokens.map(async (token) => {
				const headers = { authorization: `Bearer ${token}` };
				return (await service.visitor().get("/api/auth/session", headers)).status;
			}),
		);

	async function countRevoked(path: string): Promise<number> {
		service.travel(1000);
		const { text } = await service.visitor().get(path);
		const { lst } = decodeJwt<{ status_list: { lst: string } }>(text).status_list;
		return inflateSync(Buffer.from(lst, "base64url")).reduce((sum, byte) => sum + countBits(byte), 0);
	}

	const countEnds = async (userId: string) => {
		const events = service.running.deployment.opened.database
			.selectFrom("audit_events")
			.select(({ fn }) => fn.countAll<number | string>().as("count"))
			.where("event", "=", "authn_token_revoked")
			.where("user_id", "=", userId);
		return Number((await events.executeTakeFirstOrThrow()).count);
	};

	const ends: Record<string, (name: string) => Promise<void>> = {
		"user disable": async (name) => {
			const ran = await run(`user disable ${name} --json`);
			assert.equal(ran.code, 0, ran.err);
			assert.deepEqual(ran.json(), { username: name, ended: MANY + 1 });
			assert.equal((await service.visitor().logIn(name, ADMIN_PASSWORD)).status, 401);
		},
		"a password change": async (name) => {
			const visitor = await service.loggedIn(name);
			const body = { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" };
			const changed = await visitor.post("/api/auth/password", body);
			assert.equal(changed.status, 200, changed.text);
		},
		"session end --all": async () => {
			const ran = await run("session end --all --json");
			assert.equal(ran.code, 0, ran.err);
			assert.ok(Number(ran.json().ended) > MANY);
		},
	};
	it("has an event for each even where they are recorded by one call", async () => {
		const { audit, opened } = service.running.deployment;
		await audit.record(...Array.from({ length: MANY }, () => ({ event: "sys_startup" as const })));
		const events = opened.database.selectFrom("audit_events").select("id").where("event", "=", "sys_startup");
		assert.equal((await events.execute()).length, MANY + 1);
	});

	for (const [index, [how, end]] of Object.entries(ends).entries()) {
		// What each ends by is the same for both databases: one of them shows that PostgreSQL takes as much.
		if (database.dialect === "postgres" && index > 0) continue;
		it(`loses all of them at once by ${how}, in the audit log and in the status list`, async () => {
			const { id, path, tokens } = await crowded(`user${index}`);
			assert.ok(tokens.length > MANY / 1000);
			assert.ok((await statusesOf(tokens)).every((status) => status === 200));
			const revokedBefore = await countRevoked(path);
			await end(`user${index}`);
			assert.ok((await statusesOf(tokens)).every((status) => status === 401));
			assert.equal((await countRevoked(path)) - revokedBefore, MANY + 1);
			assert.equal(await countEnds(id), MANY + 1);
		});
	}
});

const countBits = (byte: number) => byte.toString(2).replaceAll("0", "").length;
