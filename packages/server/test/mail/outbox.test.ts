/** What happens to a mail between its event and its arrival. */
// Proves: mail-outbox
import assert from "node:assert/strict";
import { after, before, beforeEach, it } from "node:test";
import { isEmailRefused } from "../../src/identity/user/email-store.ts";
import { MOST_AT_ONCE } from "../../src/platform/outbox/send-deliveries.ts";
import { usersOf } from "../support/administration.ts";
import { allRows } from "../support/all-rows.ts";
import { onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

onSqlite("a mail", (database) => {
	let world: MailWorld;
	let name: string;
	let address: string;
	before(async () => {
		world = await startMailWorld({ databaseUrl: await database.url() });
	});
	after(() => world.stop());
	beforeEach(async () => {
		({ name, address } = await world.newReader());
	});

	const tried = (attempts: number) =>
		world.look(name, (delivery) => delivery?.attempts === attempts && delivery.leaseUntil === null);
	const failures = async () => {
		const { id } = await usersOf(world.service).find(name);
		const rows = await rowsOf(world.service, "mail_failed");
		return rows.filter((row) => row.user_id === id).map(({ detail }) => detail);
	};
	const table = async () => ((await allRows(await database.url())).get("deliveries") ?? []).join("\n");

	it("is sent after its event; nothing is left of what it said, and after a week nothing at all", async () => {
		world.mail.behave("451 RCPT TO");
		await world.notify(name);
		await tried(1);
		assert.doesNotMatch(await table(), /reader|example\.com/);
		world.service.travel(minute);
		await world.look(name, (delivery) => delivery?.state === "sent");
		const { to, raw } = await world.mail.next(address);
		assert.deepEqual(to, [address]);
		assert.match(raw, new RegExp(name));
		assert.match(await table(), /"payload_sealed",null/);
		world.service.travel(7 * day + minute);
		await world.service.running.maintenance.run();
		assert.equal(await table(), "");
	});

	it("is tried again after 30 s, 2, 10 and 30 minutes and 2 hours, not before, and has then failed", async () => {
		world.mail.behave("451 RCPT TO");
		await world.notify(name);
		await tried(1);
		for (const [at, wait] of [0.5, 2, 10, 30, 120].entries()) {
			const waiting = {
				kind: "password_reset",
				state: "waiting",
				unanswered: 0,
				leaseUntil: null,
				lastStatus: "451 RCPT TO",
			};
			world.service.travel(wait * minute - 10_000);
			await world.looked();
			assert.deepEqual(await world.delivery(name), { ...waiting, attempts: at + 1 });
			world.mail.behave("451 RCPT TO");
			world.service.travel(10_000);
			await tried(at + 2);
		}
		assert.equal((await world.delivery(name))?.state, "failed");
		assert.deepEqual(await failures(), [{ kind: "password_reset", status: "451 RCPT TO", attempts: 6 }]);
	});

	it("that is refused for good fails at once, and the address is marked", async () => {
		world.mail.behave("550 RCPT TO");
		await world.notify(name);
		await tried(1);
		assert.deepEqual(await failures(), [{ kind: "password_reset", status: "550 RCPT TO", attempts: 1 }]);
		const { database: queries } = world.service.running.deployment.opened;
		const { id } = await usersOf(world.service).find(name);
		assert.equal(await isEmailRefused(queries, id), true);
		await usersOf(world.service).set(name, { email: `other-${address}` });
		assert.equal(await isEmailRefused(queries, id), false);
		await world.mail.next(address, /address .* was changed/);
	});

	it("whose answer was lost twice may have arrived twice, and is not sent a third time", async () => {
		world.mail.behave("take, then cut", "take, then cut");
		await world.notify(name);
		await tried(1);
		world.service.travel(minute);
		await tried(2);
		const copies = [await world.mail.next(address), await world.mail.next(address)];
		assert.equal(new Set(copies.map(({ parsed }) => parsed.messageId)).size, 1);
		assert.deepEqual(await failures(), [{ kind: "password_reset", status: "ECONNECTION", attempts: 2 }]);
	});

	it("outlives the keys it is sealed with, and an instance that has not read the new ones yet puts it off", async () => {
		const { deployment } = world.service.running;
		const { database: queries } = deployment.opened;
		const own = queries.updateTable("deliveries").where("state", "=", "waiting");
		world.mail.behave("451 RCPT TO");
		await world.notify(name);
		await tried(1);
		const before = await table();
		await deployment.administration.keys.replaceSealingKeys();
		assert.notEqual(await table(), before);
		await deployment.sealingKeyRotation.load();
		const { payload_sealed } = await queries
			.selectFrom("deliveries")
			.select("payload_sealed")
			.where("state", "=", "waiting")
			.executeTakeFirstOrThrow();
		await own.set({ payload_sealed: "as under another key" }).execute();
		world.service.travel(minute);
		await tried(2);
		assert.deepEqual([(await world.delivery(name))?.state, await failures()], ["waiting", []]);
		// Other mails go out while it waits.
		await world.looked();
		await own.set({ payload_sealed }).execute();
		world.service.travel(minute);
		await world.look(name, (delivery) => delivery?.state === "sent");
		await world.mail.next(address);
	});

	it("that is of no use any more fails, and is not sent", async () => {
		world.mail.behave("451 RCPT TO");
		await world.notify(name);
		await tried(1);
		world.service.travel(day);
		await tried(2);
		assert.deepEqual(await failures(), [{ kind: "password_reset", status: "expired", attempts: 2 }]);
		assert.equal(
			world.mail.received.some(({ to }) => to[0] === address),
			false,
		);
	});

	it("waits neither for one that the mail server does not answer, nor for recoveries, however many have been asked for", async () => {
		const { database: queries } = world.service.running.deployment.opened;
		const recoveries = queries.selectFrom("deliveries").select("id").where("kind", "=", "recovery");
		const slow = await world.newReader();
		const { promise, resolve } = Promise.withResolvers<void>();
		world.mail.behave(() => promise);
		await world.notify(slow.name);
		await world.mail.next(slow.address);
		const goOn = await world.holdUpRecoveries();
		const client = world.service.visitor();
		for (let number = 0; number < 20; number++)
			await client.post("/api/auth/recovery", { login: `unknown${number}` });
		await world.notify(name);
		await world.mail.next(address);
		assert.equal((await recoveries.where("state", "=", "waiting").execute()).length, MOST_AT_ONCE + 20);
		assert.equal((await world.delivery(slow.name))?.state, "waiting");
		// Its lease is over after the clock has jumped; this instance is still at it.
		world.service.travel(4 * minute);
		await world.notify(name);
		await world.mail.next(address);
		assert.equal(world.mail.received.filter(({ to }) => to[0] === slow.address).length, 1);
		resolve();
		goOn();
		await world.looked();
	});

	it("is not sent to a user who is gone", async () => {
		world.mail.behave("451 RCPT TO");
		await world.notify(name);
		await tried(1);
		await usersOf(world.service).remove(name);
		world.service.travel(minute);
		await world.looked();
		assert.equal(
			world.mail.received.some(({ to }) => to[0] === address),
			false,
		);
	});
});
