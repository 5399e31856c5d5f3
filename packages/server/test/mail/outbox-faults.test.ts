// At length: it kills, cuts off or fills what the service needs.
/** Two instances, a killed process, and a database that is cut off: no mail is lost, and none arrives a third time. */
// Proves: mail-outbox
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import {
	beginAttempt,
	claimDelivery,
	type Delivery,
	insertDelivery,
	releaseDelivery,
	removeDelivery,
	settleDelivery,
} from "../../src/platform/outbox/delivery-store.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createTestDatabase, forEachDatabase, onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually } from "../support/interleave.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startMailWorld } from "../support/mail-world.ts";
import { type Moment, startCable } from "../support/postgres-cable.ts";
import { startServe } from "../support/serve-process.ts";
import { startTestService, TEST_SECRET } from "../support/service.ts";
import { createVisitor } from "../support/visitor.ts";

const minute = 60_000;

forEachDatabase("two instances", (database) => {
	it("send each mail once, also while one of them is held up", async (context) => {
		const databaseUrl = await database.url();
		const world = await startMailWorld({ databaseUrl });
		const other = await startTestService({ databaseUrl, settings: { ...cheap, ...world.mail.settings } });
		context.after(async () => {
			await other.stop();
			await world.stop();
		});
		const names = Array.from({ length: 20 }, (_, number) => `user${number}`);
		for (const name of names) await world.addReader(name, `${name}@example.com`);
		// The first mail is answered when all others have arrived, at least from the other instance.
		const all = Promise.withResolvers<void>();
		world.mail.behave(() => all.promise);
		for (const name of names) await world.notify(name);
		for (const name of names) {
			other.running.deployment.outbox.nudge();
			await world.mail.next(`${name}@example.com`);
		}
		other.running.deployment.outbox.nudge();
		all.resolve();
		for (const name of names) await world.look(name, (delivery) => delivery?.state === "sent");
		assert.equal(world.mail.received.length, names.length);
	});
});

forEachDatabase("an instance that was held up for longer than its lease", (database) => {
	it("neither sends the mail nor changes it, because another one has it", async () => {
		const { database: queries, dialect } = await database.open();
		const about = { kind: "new_device", target: "mail", subjectId: null, payloadSealed: "" };
		await insertDelivery(queries, { id: "one", ...about, rank: 0, createdAt: 0, expiresAt: 9 });
		const claim = (now: number) =>
			claimDelivery(queries, dialect, {
				target: "mail",
				now,
				leaseUntil: now + 2,
				ofRanks: [0],
			}) as Promise<Delivery>;
		const late = await claim(1);
		assert.equal(await claim(2), null);
		const current = await claim(3);
		const done = { state: "sent", nextAt: 4, status: "250", answered: true } as const;
		assert.deepEqual(await Promise.all([beginAttempt(queries, late), settleDelivery(queries, late, done)]), [
			false,
			false,
		]);
		await releaseDelivery(queries, late, { nextAt: 4, status: "error" });
		await removeDelivery(queries, late);
		assert.equal(await settleDelivery(queries, current, done), true);
	});
});

onSqlite("an instance that is killed after its mail has arrived, and before it knows", (database) => {
	it("leaves it to the next one: it arrives a second time, with the same id, and not a third time", async (context) => {
		const databaseUrl = await database.url();
		const mail = await startMailServer();
		context.after(mail.stop);
		// One that makes the user, and is gone when mail is sent.
		const before = await startMailWorld({ databaseUrl }, mail);
		await before.addReader("ada", "ada@example.com");
		await before.stop();
		const { database: queries } = await database.open();
		const settings = { ...mail.settings, SALLYPORT_SECRET: TEST_SECRET };
		for (const login of ["ada", "none, but the instance looks"]) {
			const instance = await startServe({ databaseUrl, settings });
			mail.behave(() => instance.kill());
			await createVisitor(instance.baseUrl).post("/api/auth/recovery", { login });
			await mail.next("ada@example.com");
			await instance.ended;
			// Its lease is over.
			await queries.updateTable("deliveries").where("attempts", ">", 0).set({ lease_until: 1 }).execute();
		}
		const world = await startMailWorld({ databaseUrl }, mail);
		context.after(world.stop);
		await world.look("ada", (delivery) => delivery?.state === "failed");
		const received = world.mail.received.filter(({ to }) => to[0] === "ada@example.com");
		assert.equal(received.length, 2);
		assert.equal(new Set(received.map(({ parsed }) => parsed.messageId)).size, 1);
		assert.equal(new Set(received.map(({ link }) => new URL(link).hash)).size, 1);
		const [failed] = await rowsOf(world.service, "mail_failed");
		assert.equal(failed?.detail.status, "unanswered");
	});
});

describe("a PostgreSQL that is cut off in the middle of a mail", () => {
	const database = createTestDatabase("postgres");
	after(() => database.remove());

	it("loses none, whichever statement it was, and none is sent a third time", async (context) => {
		const cable = await startCable();
		// The clock runs ahead here, and no link may end before.
		const settings = { SALLYPORT_RECOVERY_LIFETIME: "24h" };
		const world = await startMailWorld({ databaseUrl: cable.through(await database.url()), settings });
		context.after(async () => {
			await world.stop();
			cable.close();
		});
		const ask = (login: string) => world.service.visitor().post("/api/auth/recovery", { login });
		const put = (name: string) => world.look(name, (row) => row?.attempts === 1 && row.leaseUntil === null);
		/** Queued while nothing is sent, so that the cut meets what sends it. */
		async function postponed(name: string): Promise<void> {
			world.mail.behave("451 RCPT TO");
			await world.notify(name);
			await put(name);
		}
		// In order: the lease, of a recovery its recipient, the beginning of the attempt, and what came of it.
		const all = [
			{ statements: 3, before: postponed },
			{ statements: 4, behind: ask },
		];
		let mails = 0;
		for (const { statements, before, behind } of all) {
			for (let nth = 1; nth <= statements; nth++) {
				for (const moment of ["unheard", "unanswered"] satisfies Moment[]) {
					mails += 1;
					const name = `user${mails}`;
					await world.addReader(name, `${name}@example.com`);
					await before?.(name);
					const isCut = cable.cutAt('update "deliveries"', moment, nth);
					await behind?.(name);
					await eventually(async () => {
						world.service.travel(minute / 6);
						world.service.running.deployment.outbox.nudge();
						const delivery = await world.delivery(name).catch(() => undefined);
						return isCut() && delivery?.state === "sent";
					});
					const copies = world.mail.received.filter(({ to }) => to[0] === `${name}@example.com`).length;
					assert.ok(copies >= 1 && copies <= 2, `${nth} ${moment}: ${copies}`);
				}
			}
		}
		assert.deepEqual(await rowsOf(world.service, "mail_failed"), []);
	});
});
