/** Which applications know a user, and how the user ends one. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createOwnApplications } from "../../src/operations/application/own-applications.ts";
import { ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase, onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { bearerOf } from "../support/own-session.ts";
import {
	countHeld,
	plantApplication,
	plantApplicationLogin,
	plantConsent,
	plantToken,
} from "../support/planted-applications.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const path = "/api/auth/applications";

/** A user with a session. */
async function person(service: TestService, name: string) {
	const { id } = await service.addUser(name);
	const visitor = await service.loggedIn(name);
	return { id, visitor, sessionId: await sessionOf(visitor) };
}

async function sessionOf(visitor: Visitor): Promise<string> {
	const { session } = (await visitor.get("/api/auth/session")).body as { session: { id: string } };
	return session.id;
}

async function listOf(visitor: Visitor): Promise<Array<Record<string, unknown>>> {
	const { status, text, body } = await visitor.get(path);
	assert.equal(status, 200, text);
	return body?.applications as Array<Record<string, unknown>>;
}

forEachDatabase("the applications that know a user", (database) => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		await plantApplication(service, "wiki", { name: "Wiki", launch_url: "https://wiki.example.com/" });
		await plantApplication(service, "grafana", { name: "Grafana", trusted: 1, scopes: "openid groups" });
		await plantApplication(service, "backup", { name: "Backup" });
		const disabled = { disabled_at: service.now(), launch_url: "https://old.example.com/" };
		await plantApplication(service, "old", { name: "Old", ...disabled });
		await plantApplication(service, "other", { name: "Other" });
	});
	after(() => service.stop());

	const of = (userId: string, clientId: string) => ({ userId, clientId });

	it("are those that the user agreed to, is logged in to, or has left connected, by name", async () => {
		const ada = await person(service, "ada");
		const ben = await person(service, "ben");
		assert.deepEqual(await listOf(ada.visitor), []);
		const agreedAt = await plantConsent(service, of(ada.id, "wiki"), "openid profile offline_access");
		await plantToken(service, of(ada.id, "wiki"));
		const usedAt = await plantApplicationLogin(service, of(ada.id, "grafana"), ada.sessionId);
		await plantToken(service, of(ada.id, "grafana"), { session_id: ada.sessionId });
		const oldAt = await plantConsent(service, of(ada.id, "old"));
		await plantToken(service, of(ada.id, "backup"));
		await plantConsent(service, of(ben.id, "other"));
		await plantApplicationLogin(service, of(ben.id, "other"), ben.sessionId);
		const at = (time: number) => new Date(time).toISOString();
		const plain = { launchUrl: null, lastUsedAt: null, isTrusted: false, offline: false };
		assert.deepEqual(await listOf(ada.visitor), [
			{
				...plain,
				id: "backup",
				name: "Backup",
				scopes: ["openid", "profile", "email", "groups", "offline_access"],
				grantedAt: null,
				offline: true,
			},
			{
				...plain,
				id: "grafana",
				name: "Grafana",
				scopes: ["openid", "groups"],
				grantedAt: at(usedAt - 60_000),
				lastUsedAt: at(usedAt),
				isTrusted: true,
			},
			{ ...plain, id: "old", name: "Old", scopes: ["openid", "profile"], grantedAt: at(oldAt) },
			{
				...plain,
				id: "wiki",
				name: "Wiki",
				launchUrl: "https://wiki.example.com/",
				scopes: ["openid", "profile", "offline_access"],
				grantedAt: at(agreedAt),
				offline: true,
			},
		]);
	});

	it("no longer name a trusted one when the session is over, or one whose tokens are spent", async () => {
		const cleo = await person(service, "cleo");
		const other = await service.loggedIn("cleo");
		await plantApplicationLogin(service, of(cleo.id, "grafana"), await sessionOf(other));
		await plantToken(service, of(cleo.id, "backup"), { consumed_at: service.now() });
		await plantToken(service, of(cleo.id, "backup"), { expires_at: service.now() });
		await plantToken(service, of(cleo.id, "backup"), { kind: "AccessToken" });
		const names = async () => (await listOf(cleo.visitor)).map(({ id }) => id);
		assert.deepEqual(await names(), ["grafana"]);
		await other.post("/api/auth/logout");
		assert.deepEqual(await names(), []);
	});

	it("forget the user who ends them: consent, logins and tokens there, and nothing else", async () => {
		const dee = await person(service, "dee");
		const eli = await person(service, "eli");
		for (const { id, sessionId } of [dee, eli])
			for (const clientId of ["wiki", "grafana"]) {
				await plantConsent(service, of(id, clientId));
				await plantApplicationLogin(service, of(id, clientId), sessionId);
				await plantToken(service, of(id, clientId));
				await plantToken(service, of(id, clientId), { kind: "AccessToken", session_id: sessionId });
			}
		const answer = await dee.visitor.post(`${path}/wiki/end`);
		assert.equal(answer.status, 204, answer.text);
		assert.deepEqual(
			(await listOf(dee.visitor)).map(({ id }) => id),
			["grafana"],
		);
		assert.deepEqual(await countHeld(service, dee.id), { consents: 1, logins: 1, records: 2 });
		assert.deepEqual(await countHeld(service, eli.id), { consents: 2, logins: 2, records: 4 });
		assert.equal((await dee.visitor.get("/api/auth/session")).status, 200, "the session stays");
		const recorded = (await rowsOf(service, "oidc_consent_withdrawn")).filter(
			(row) => row.user_id === dee.id,
		);
		assert.deepEqual(
			recorded.map(({ actor_kind, session_id, level, detail }) => [actor_kind, session_id, level, detail]),
			[["self", dee.sessionId, "info", { client: "wiki" }]],
		);
		assertProblem(await dee.visitor.post(`${path}/wiki/end`), "not_found");
	});

	it("are notified of the logins that are over, in the transaction that ends them", async () => {
		const fay = await person(service, "fay");
		await plantApplicationLogin(service, of(fay.id, "wiki"), fay.sessionId);
		await plantConsent(service, of(fay.id, "wiki"));
		const told: unknown[] = [];
		const { deployment } = service.running;
		const { database } = deployment.opened;
		const listen = (logout_uri: string | null) =>
			database.updateTable("oidc_clients").set({ logout_uri }).where("id", "=", "wiki").execute();
		await listen("https://wiki.example/logout");
		const queue: typeof deployment.outbox.queue = async (_queries, { payload }) => {
			told.push(payload);
			throw new Error("cannot be told");
		};
		const outbox = { ...deployment.outbox, queue };
		const parts = { ...deployment, outbox, countOwnChange: async () => {} };
		const own = createOwnApplications(parts);
		const principal = { user: { id: fay.id }, session: { id: fay.sessionId } } as Parameters<
			typeof own.end
		>[0];
		const client = { requestId: "none", address: null, userAgent: null } as unknown as Parameters<
			typeof own.end
		>[2];
		await assert.rejects(own.end(principal, "wiki", client), /cannot be told/);
		await listen(null);
		assert.deepEqual(
			told.map((notice) => (notice as { clientId: string }).clientId),
			["wiki"],
		);
		assert.deepEqual(await countHeld(service, fay.id), { consents: 1, logins: 1, records: 0 });
	});

	it("end once, if two tabs end one at the same time", async () => {
		const gus = await person(service, "gus");
		await plantConsent(service, of(gus.id, "wiki"));
		const answers = await Promise.all([1, 2].map(() => gus.visitor.post(`${path}/wiki/end`)));
		assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
		const recorded = await rowsOf(service, "oidc_consent_withdrawn");
		assert.equal(recorded.filter((row) => row.user_id === gus.id).length, 1);
	});

	it("are ended by their own user in a browser alone: not by a token, another site, or without the CSRF token", async () => {
		const hal = await person(service, "hal");
		await plantConsent(service, of(hal.id, "wiki"));
		const bearer = bearerOf(await service.visitor().logIn("hal", ADMIN_PASSWORD));
		const anyone = service.visitor();
		assertProblem(await anyone.get(path, bearer), "forbidden");
		assertProblem(await anyone.post(`${path}/wiki/end`, undefined, bearer), "forbidden");
		assertProblem(await anyone.get(path), "unauthenticated");
		assertProblem(await hal.visitor.request("POST", `${path}/wiki/end`, {}), "csrf_missing");
		const csrf = await service.copiedCsrf(hal.visitor);
		const foreign = { headers: { csrf, origin: "https://evil.example" } };
		assertProblem(await hal.visitor.request("POST", `${path}/wiki/end`, foreign), "origin_forbidden");
		assertProblem(await hal.visitor.get(path, { origin: "https://evil.example" }), "origin_forbidden");
		for (const id of ["other", "unknown", "wiki'--"])
			assertProblem(await hal.visitor.post(`${path}/${id}/end`), "not_found");
		assert.equal((await countHeld(service, hal.id)).consents, 1);
	});
});

onSqlite("the applications of a service that is for itself alone", (database) => {
	it("are none, whatever is stored, and no page speaks of them; what is stored can be ended, sixty times an hour", async () => {
		const service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		try {
			const { id, visitor } = await person(service, "ada");
			await plantApplication(service, "wiki");
			await plantConsent(service, { userId: id, clientId: "wiki" });
			assert.deepEqual(await listOf(visitor), []);
			assert.doesNotMatch((await visitor.get("/account")).text, /data-applications/);
			assert.equal((await visitor.get("/oidc-login/none")).status, 404);
			for (let times = 1; times <= 61; times++) {
				const answer = await visitor.post(`${path}/wiki/end`);
				if (times > 60) assertProblem(answer, "rate_limited");
				else assert.equal(answer.status, 204, answer.text);
				if (times <= 60) await plantConsent(service, { userId: id, clientId: "wiki" });
			}
		} finally {
			await service.stop();
		}
	});
});
