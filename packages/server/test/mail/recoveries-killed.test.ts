// At length: it kills an instance while it sends, and 200 users ask at once.
/** 200 known names at once, and the instance that has begun to send is killed: each user gets a link, within the limit of the hour. */
// Proves: recovery-by-mail, mail-outbox
import assert from "node:assert/strict";
import { it } from "node:test";
import { countDeliveries } from "../../src/platform/outbox/delivery-count-store.ts";
import { MOST_AT_ONCE } from "../../src/platform/outbox/send-deliveries.ts";
import { tokenOf } from "../support/administration.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startMailWorld } from "../support/mail-world.ts";
import { startServe } from "../support/serve-process.ts";
import { TEST_SECRET } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const minute = 60_000;
/** The mails of an hour that unauthenticated clients may cause, and users who want more. */
const [MOST_RECOVERIES, CROWD] = [150, 200];
const names = Array.from({ length: CROWD }, (_, number) => `crowd${number}`);
const own = names[CROWD / 2] ?? "";
const addressOf = (name: string) => `${name}@example.com`;

forEachDatabase("200 recoveries of an instance that is killed between sending and marking", (database) => {
	it("reach every user, the user's own within the first hour; what was under way arrives twice, with the same link", async (context) => {
		const databaseUrl = await database.url();
		const mail = await startMailServer();
		context.after(mail.stop);
		const settings = { SALLYPORT_MAIL_PER_HOUR: String(2 * MOST_RECOVERIES) };
		const { database: queries } = await database.open();
		const users = names.map((name) => ({
			...{ id: crypto.randomUUID(), username: name, display_name: name, role: "user" as const },
			...{ created_at: 1, email: addressOf(name), email_verified_at: 1 },
		}));
		await queries.insertInto("users").values(users).execute();

		const proxies = { SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1", SALLYPORT_SECRET: TEST_SECRET };
		const instance = await startServe({
			databaseUrl,
			settings: { ...mail.settings, ...settings, ...proxies },
		});
		const answered = Promise.withResolvers<void>();
		const kill = () => answered.promise.then(() => instance.kill());
		mail.behave(...Array.from({ length: MOST_AT_ONCE }, () => kill));
		const visitor = createVisitor(instance.baseUrl);
		await visitor.get("/api/auth/csrf");
		const asked = names.map((login, index) =>
			visitor.post("/api/auth/recovery", { login }, { "x-forwarded-for": `192.0.2.${index % 8}` }),
		);
		for (const { status } of await Promise.all(asked)) assert.equal(status, 202);
		await eventually(async () => mail.received.length === MOST_AT_ONCE);
		answered.resolve();
		await instance.ended;

		const world = await startMailWorld({ databaseUrl, settings }, mail);
		context.after(world.stop);
		const { outbox } = world.service.running.deployment;
		const sentBut = (most: number) =>
			eventually(async () => {
				outbox.nudge();
				const leased = queries.selectFrom("deliveries").select("id").where("lease_until", "is not", null);
				const { waiting } = await countDeliveries(queries, "mail");
				return waiting <= most && (await leased.executeTakeFirst()) === undefined;
			});
		const reached = () => new Set(mail.received.map(({ to }) => to.join()));
		// The leases of the killed instance are over.
		world.service.travel(4 * minute);
		await sentBut(CROWD - MOST_RECOVERIES);
		const ofFirstHour = mail.received.length;
		assert.ok(ofFirstHour <= MOST_RECOVERIES + MOST_AT_ONCE, `${ofFirstHour} mails in the first hour`);
		assert.ok(reached().has(addressOf(own)));
		world.service.travel(61 * minute);
		await sentBut(0);
		assert.equal(reached().size, CROWD);
		assert.equal(mail.received.length, CROWD + MOST_AT_ONCE);
		const copies = Map.groupBy(mail.received, ({ to }) => to.join());
		for (const [to, mails] of copies) {
			assert.ok(mails.length <= 2, to);
			assert.equal(new Set(mails.map(({ parsed }) => parsed.messageId)).size, 1, to);
			assert.equal(new Set(mails.map(({ link }) => new URL(link).hash)).size, 1, to);
		}
		const last = mail.received.at(-1);
		world.service.travel(29 * minute);
		const token = tokenOf(last?.link ?? null);
		assert.equal((await world.service.visitor().post("/api/auth/setup/check", { token })).status, 204);
	});
});
