/** Places that several may use: followers of events, channels of the outbox, limits and parsers of routes. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { it, test } from "node:test";
import { createAudit } from "../../src/platform/audit/audit.ts";
import { createRefusals } from "../../src/platform/audit/refusals.ts";
import { loadConfig } from "../../src/platform/config/config.ts";
import { createCookies } from "../../src/platform/http/cookies.ts";
import { createSecurityHeaders } from "../../src/platform/http/headers.ts";
import { createServer } from "../../src/platform/http/server.ts";
import { MINUTE, systemClock } from "../../src/platform/lib/clock.ts";
import { randomUuid, systemRandom } from "../../src/platform/lib/random.ts";
import { createKeyring } from "../../src/platform/lib/seal.ts";
import type { Channel } from "../../src/platform/outbox/channel.ts";
import { createOutbox } from "../../src/platform/outbox/outbox.ts";
import { createSendDeliveries } from "../../src/platform/outbox/send-deliveries.ts";
import { createTestDatabase, forEachDatabase } from "../support/databases.ts";

const random = systemRandom;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

forEachDatabase("several places", (database) => {
	it("two followers of events get the events and their rows in the transaction, and one that throws undoes it", async () => {
		const { database: queries, unsynced } = await database.open();
		const audit = createAudit({ database: queries, unsynced, clock: systemClock, random, log: silent });
		const seen: string[] = [];
		const follower = (name: string) =>
			audit.follow({
				async within(inside, events, rows) {
					const ids = rows.map(({ id }) => id);
					const stored = await inside
						.selectFrom("audit_events")
						.select("id")
						.where("id", "in", ids)
						.execute();
					seen.push(`${name}: ${events.map(({ event }) => event)}, ${stored.length} stored`);
					if (seen.length > 2) throw new Error("the second transaction is refused");
					return name === "one";
				},
				committed: () => void seen.push(`${name}: committed`),
			});
		follower("one");
		follower("two");
		const by = audit.by({ kind: "admin", id: randomUuid(random) });
		await by.transact((_queries, record) => record({ event: "sys_startup" }));
		assert.deepEqual(seen, ["one: sys_startup, 1 stored", "two: sys_startup, 1 stored", "one: committed"]);
		await assert.rejects(
			by.transact((_queries, record) => record({ event: "sys_shutdown" })),
			/refused/,
		);
		const kept = await queries.selectFrom("audit_events").select(["event", "actor_kind"]).execute();
		assert.deepEqual(kept, [{ event: "sys_startup", actor_kind: "admin" }]);
	});

	it("two channels of the outbox each send what is for them, by a schedule of their own", async () => {
		const opened = await database.open();
		const { database: queries, unsynced } = opened;
		let now = 1_000_000;
		const clock = () => now;
		const audit = createAudit({ database: queries, unsynced, clock, random, log: silent });
		const config = loadConfig({}, {});
		const outbox = createOutbox({
			clock,
			random,
			keyring: createKeyring("a secret of thirty-two letters ab", random),
		});
		const tried: string[] = [];
		const channel = (target: string, wait: number): Channel => ({
			target,
			waits: [wait],
			recordLoss: async (_record, { kind }) => void tried.push(`${target} lost ${kind}`),
			ranksWithRoom: async () => [0, 1],
			findRecipient: async () => null,
			async deliver({ delivery }, { begin }) {
				await begin();
				tried.push(`${target} ${delivery.kind}`);
				return { is: "failed", status: "500", permanent: false, unanswered: false };
			},
		});
		const senders = [channel("mail", MINUTE), channel("webhook", 10 * MINUTE)].map((each) =>
			createSendDeliveries(
				{ config, clock, random, opened, audit },
				{ outbox, channel: each, counted: () => {} },
			),
		);
		const look = async () => {
			for (const { maintenance } of senders) {
				await maintenance[0]?.run();
				await maintenance[1]?.stop?.();
			}
		};
		const queued = {
			subjectId: randomUuid(random),
			rank: 0,
			payload: {},
			expiresAt: now + 60 * MINUTE,
		} as const;
		await queries.transaction().execute(async (inside) => {
			await outbox.queue(inside, { ...queued, kind: "news", target: "mail" });
			await outbox.queue(inside, { ...queued, kind: "news", target: "webhook" });
		});
		await look();
		assert.deepEqual(tried.splice(0), ["mail news", "webhook news"]);
		now += MINUTE;
		await look();
		assert.deepEqual(tried.splice(0), ["mail news", "mail lost news"]);
		now += 9 * MINUTE;
		await look();
		assert.deepEqual(tried.splice(0), ["webhook news", "webhook lost news"]);
	});
});

test("a route may take a longer URL, a larger body and another kind of body than other routes", async () => {
	const database = createTestDatabase("sqlite");
	const { database: queries, unsynced } = await database.open();
	const audit = createAudit({ database: queries, unsynced, clock: systemClock, random, log: silent });
	const config = loadConfig({ SALLYPORT_BODY_LIMIT: "1024", SALLYPORT_URL_LIMIT: "256" }, {});
	const app = createServer({
		config,
		cookies: createCookies(config),
		headers: createSecurityHeaders(config.baseUrl),
		refusals: createRefusals({ audit, clock: systemClock, log: silent }),
		pageOf: () => null,
		log: silent,
		observer: {},
	});
	app.post("/small", async ({ body }) => ({ body }));
	app.register(async (scope) => {
		scope.addContentTypeParser(
			"application/x-www-form-urlencoded",
			{ parseAs: "string" },
			async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
		);
		const options = { bodyLimit: 4096, config: { urlLimit: 1024 } };
		scope.post("/large", options, async ({ body }) => ({ body }));
	});
	await app.listen({ host: "127.0.0.1", port: 0 });
	try {
		const { port } = app.server.address() as AddressInfo;
		const ask = (path: string, body: string, type: string) =>
			fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body, headers: { "content-type": type } });
		const form = "application/x-www-form-urlencoded";
		const statusOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).status;
		const long = `?q=${"x".repeat(400)}`;
		const large = JSON.stringify({ text: "x".repeat(2000) });
		assert.deepEqual(await (await ask("/large", "a=1&b=2", form)).json(), { body: { a: "1", b: "2" } });
		assert.equal(await statusOf(`/large${long}`, large, "application/json"), 200);
		assert.equal(await statusOf(`/small${long}`, "{}", "application/json"), 414);
		assert.equal(await statusOf("/small", large, "application/json"), 413);
		assert.equal(await statusOf("/small", "a=1", form), 400);
		assert.equal(await statusOf(`/large?q=${"x".repeat(1100)}`, "{}", "application/json"), 414);
	} finally {
		await app.close();
		await database.remove();
	}
});
