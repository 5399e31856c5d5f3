// At length: many recoveries at once. Each goes out as soon as it may, an address that asks too often learns so, and a link lives from its mail on.
// Proves: recovery-by-mail, mail-outbox
import assert from "node:assert/strict";
import { channel } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { after, before, beforeEach, it } from "node:test";
import { countDeliveries } from "../../src/platform/outbox/delivery-count-store.ts";
import { tokenOf, usersOf } from "../support/administration.ts";
import { onSqlite } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import type { ReceivedMail } from "../support/mail-server.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { assertProblem } from "../support/problem.ts";
import type { Visitor } from "../support/visitor.ts";

const minute = 60_000;
/** Half of the mails of an hour, and users who want more. */
const [MOST_RECOVERIES, CROWD] = [40, 60];

onSqlite("recoveries", (database) => {
	let world: MailWorld;
	let visitor: Visitor;
	before(async () => {
		const settings = { SALLYPORT_MAIL_PER_HOUR: String(2 * MOST_RECOVERIES) };
		world = await startMailWorld({ databaseUrl: await database.url(), settings });
	});
	after(() => world.stop());
	beforeEach(async () => {
		await world.looked();
		// Limits are of an hour.
		world.service.travel(61 * minute);
		visitor = world.service.visitor();
		await visitor.get("/api/auth/csrf");
	});

	const queries = () => world.service.running.deployment.opened.database;
	const ask = (login: string, address: string) =>
		visitor.post("/api/auth/recovery", { login }, { "x-forwarded-for": address });
	async function recover(login: string, address = "192.0.2.1"): Promise<void> {
		assert.equal((await ask(login, address)).status, 202);
	}
	const check = ({ link }: ReceivedMail) => visitor.post("/api/auth/setup/check", { token: tokenOf(link) });
	const recoveries = () =>
		world.mail.received.filter(({ parsed }) => /^Set a new/.test(parsed.subject ?? ""));
	/** All that may go has gone: no more than these wait. */
	const sentBut = (most: number) =>
		eventually(async () => {
			const { waiting } = await countDeliveries(queries(), "mail");
			const leased = queries().selectFrom("deliveries").select("id").where("lease_until", "is not", null);
			return waiting <= most && (await leased.executeTakeFirst()) === undefined;
		});

	it("are asked for 30 times an hour from an address, known and unknown names alike; the refusal says how long to wait", async () => {
		const { name } = await world.newReader();
		const from = "198.51.100.1";
		for (let time = 1; time <= 30; time++) {
			const answer = await ask(
				time % 2 === 0 ? name : `unknown${time}`,
				time % 3 === 0 ? `::ffff:${from}` : from,
			);
			assert.equal(answer.status, 202);
			assert.match(answer.headers.get("ratelimit") ?? "", new RegExp(`^"address";r=${30 - time};t=\\d+$`));
		}
		for (const login of [name, "unknown", "unknown@example.com"]) {
			const refused = await ask(login, from);
			assertProblem(refused, "rate_limited");
			const wait = Number(refused.headers.get("retry-after"));
			assert.ok(wait > 3500 && wait <= 3600, String(wait));
			assert.equal(refused.headers.get("ratelimit"), `"address";r=0;t=${wait}`);
			assert.equal(refused.headers.get("ratelimit-policy"), '"address";q=30;w=3600');
		}
		await recover(name, "198.51.100.2");
		const wait = Number((await ask(name, from)).headers.get("retry-after"));
		world.service.travel(wait * 1000);
		await recover(name, from);
	});

	it("are asked for 240 times an hour from an IPv6 network", async () => {
		await recover("unknown", "2001:db8:1:1::1");
		await queries()
			.updateTable("attempts")
			.where("key", "like", "recovery from %")
			.set({ failures: 239 })
			.execute();
		await recover("unknown", "2001:db8:1:2::1");
		assertProblem(await ask("unknown", "2001:db8:1:3::1"), "rate_limited");
		await recover("unknown", "2001:db8:2:1::1");
	});

	it("are looked up when the answer is out, and not before", async () => {
		// Else a look of the instance itself, every five seconds, may meet the request before its answer.
		const goOn = await world.holdUpRecoveries();
		const order: string[] = [];
		const id = crypto.randomUUID();
		const answered = (message: unknown) => {
			const { request } = message as { request: IncomingMessage };
			// Other services of this process answer as well.
			if (request.url === "/api/auth/recovery" && request.headers["x-tried"] === id) order.push("answered");
		};
		const { outbox } = world.service.running.deployment;
		const finished = channel("http.server.response.finish");
		const looked = Promise.withResolvers<void>();
		const { nudge } = outbox;
		outbox.nudge = () => {
			order.push("looked up");
			outbox.nudge = nudge;
			looked.resolve();
		};
		finished.subscribe(answered);
		await visitor.post("/api/auth/recovery", { login: "unknown" }, { "x-tried": id });
		await looked.promise;
		finished.unsubscribe(answered);
		goOn();
		assert.deepEqual(order, ["answered", "looked up"]);
	});

	it("wait for no other one that the mail server does not answer", async () => {
		const [slow, swift] = [await world.newReader(), await world.newReader()];
		const goOn = Promise.withResolvers<void>();
		world.mail.behave(() => goOn.promise);
		await recover(slow.name);
		await world.mail.next(slow.address);
		await recover(swift.name);
		await world.mail.next(swift.address);
		// Still under way. An attempt that the service has given up would have made room.
		assert.notEqual((await world.delivery(slow.name))?.leaseUntil, null);
		goOn.resolve();
	});

	it("that the mail server has put off are good for half an hour from the mail that arrives", async () => {
		const { name, address } = await world.newReader();
		world.mail.behave("451 DATA", "451 DATA", "451 DATA");
		await recover(name);
		for (const [tries, wait] of [0.5, 2, 10].entries()) {
			await world.look(name, (delivery) => delivery?.attempts === tries + 1 && delivery.leaseUntil === null);
			world.service.travel(wait * minute);
		}
		const mail = await world.mail.next(address);
		world.service.travel(29 * minute);
		assert.equal((await check(mail)).status, 204);
		world.service.travel(2 * minute);
		assertProblem(await check(mail), "not_found");
	});

	it("whose link has ended stay without a working link, also where the clock of the instance that ended it is ahead", async () => {
		const { name, address } = await world.newReader();
		world.mail.behave("451 DATA");
		await recover(name);
		await world.look(name, (delivery) => delivery?.attempts === 1 && delivery.leaseUntil === null);
		const ended = { expires_at: world.service.now() + 2 * minute };
		await queries().updateTable("setup_links").set(ended).where("email", "=", address).execute();
		world.service.travel(minute);
		const mail = await world.mail.next(address);
		world.service.travel(minute + 1);
		assertProblem(await check(mail), "not_found");
	});

	it("whose link has expired are not sent, also if an operator has them sent again", async () => {
		const { name, address } = await world.newReader();
		world.mail.behave("550 RCPT TO");
		await recover(name);
		await world.look(name, (delivery) => delivery?.state === "failed");
		world.service.travel(31 * minute);
		const { mails } = world.service.running.deployment.administration;
		assert.deepEqual(await mails.retry(), { retried: 0, left: 1 });
		await world.looked();
		assert.equal(
			recoveries().some(({ to }) => to[0] === address),
			false,
		);
	});

	it("that an earlier release has left in the queue are sent, with the whole lifetime of their links", async () => {
		const { name, address } = await world.newReader();
		world.mail.behave("451 DATA");
		await recover(name);
		await world.look(name, (delivery) => delivery?.attempts === 1 && delivery.leaseUntil === null);
		const { id: userId } = await usersOf(world.service).find(name);
		const waited = world.service.now() - 20 * minute;
		const ofLink = queries().updateTable("setup_links").where("user_id", "=", userId);
		await ofLink.set({ created_at: waited, expires_at: waited + 30 * minute }).execute();
		const ofRow = queries().updateTable("deliveries").where("subject_id", "=", userId);
		// It looked it up, then gave it back to wait for its turn.
		await ofRow.set({ attempts: 0, next_at: waited, expires_at: waited + 30 * minute }).execute();
		const before = world.mail.received.length;
		const mail = await world.mail.next(address);
		world.service.travel(29 * minute);
		assert.equal((await check(mail)).status, 204);
		await world.service.running.maintenance.run();
		assert.equal(world.mail.received.length, before + 1);
	});

	it("of 60 users at once go out up to the limit of the hour, the user's own among them, and the rest in the next hour", async () => {
		const names = Array.from({ length: CROWD }, (_, number) => `crowd${number}`);
		await queries()
			.insertInto("users")
			.values(
				names.map((name) => ({
					id: crypto.randomUUID(),
					username: name,
					display_name: name,
					role: "user" as const,
					created_at: 1,
					email: `${name}@example.com`,
					email_verified_at: 1,
				})),
			)
			.execute();
		const own = await world.newReader();
		const before = recoveries().length;
		const all = (some: string[]) =>
			Promise.all(some.map((name, index) => recover(name, `192.0.2.${index % 8}`)));
		await all(names.slice(0, CROWD / 2));
		await recover(own.name, "203.0.113.7");
		await all(names.slice(CROWD / 2, CROWD - 1));
		await sentBut(CROWD - MOST_RECOVERIES);
		assert.equal(recoveries().length - before, MOST_RECOVERIES);
		await world.mail.next(own.address);
		world.service.travel(61 * minute);
		world.service.running.deployment.outbox.nudge();
		await sentBut(0);
		const reached = recoveries().slice(before);
		assert.equal(new Set(reached.map(({ to }) => to.join())).size, CROWD);
		world.service.travel(29 * minute);
		assert.equal((await check(reached.at(-1) as ReceivedMail)).status, 204);
	});
});
