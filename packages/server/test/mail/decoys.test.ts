/** A stranger who measures an instance after a request does not learn whether there is such a user. */
// Proves: recovery-by-mail
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { countDeliveries } from "../../src/platform/outbox/delivery-store.ts";
import { listDeliveries } from "../../src/platform/outbox/operator-store.ts";
import { ranks } from "../../src/platform/outbox/ranks.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { forEachDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { scrape } from "../support/scrape.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { watchStatements } from "../support/watch-statements.ts";

const minute = 60_000;
const hour = 60 * minute;
const closing = { SALLYPORT_CONSECUTIVE_FAILURES: "10", SALLYPORT_CONSECUTIVE_ACTION: "close" };

let clients = 0;
/** Each from an address of its own. */
function visitorOf(service: TestService) {
	clients += 1;
	return service.visitor({ "x-forwarded-for": `192.0.${clients >> 8}.${clients & 255}` });
}
async function ask(service: TestService, login: string): Promise<void> {
	assert.equal((await visitorOf(service).post("/api/auth/recovery", { login })).status, 202);
}
const deliveriesIn = ({ running }: TestService) =>
	running.deployment.opened.database
		.selectFrom("deliveries")
		.select(["state", "rank", "subject_id", "lease_until", "last_status"]);
const decoysIn = (service: TestService) => deliveriesIn(service).where("rank", "=", ranks.decoy).execute();
const ofStrangers = (service: TestService) =>
	deliveriesIn(service).where("rank", "!=", ranks.first).execute();
/** So many of what strangers have caused were tried, and nothing is under way. */
const tried = (service: TestService, count: number) =>
	eventually(async () => {
		const rows = await ofStrangers(service);
		const done = rows.filter((row) => row.last_status !== null && row.lease_until === null);
		return done.length === count && rows.length === count;
	});

forEachDatabase("a decoy", (database) => {
	let connections = 0;
	let mail: MailServer;
	let world: MailWorld;
	let service: TestService;
	before(async () => {
		mail = await startMailServer({
			onConnect(_session, done) {
				connections += 1;
				done();
			},
		});
		world = await startMailWorld({ databaseUrl: await database.url() }, mail);
		({ service } = world);
	});
	after(async () => {
		await world.stop();
		await mail.stop();
	});

	it("is a mail to no one: it comes as far as the mail server, is in no list, and is gone after an hour", async () => {
		const { database: queries } = service.running.deployment.opened;
		await world.addReader("ada", "ada@example.com", { role: "admin" });
		const figures = async () => [mail.received.length, connections, await sent()];
		const sent = async () => (await scrape(service)).value('sallyport_mails_total{outcome="sent"}');
		const [mails = 0, before = 0, counted] = await figures();
		for (const login of ["unknown", "unknown@example.com", "ada"]) await ask(service, login);
		await tried(service, 3);
		assert.deepEqual(await figures(), [mails, before + 3, counted]);
		assert.deepEqual(await listDeliveries(queries, 10), []);
		assert.deepEqual(await countDeliveries(queries), { waiting: 0, sent: 0, failed: 0 });
		service.travel(hour + minute);
		await service.running.maintenance.run();
		assert.deepEqual(await decoysIn(service), []);
	});

	it("goes when no mail waits, and of all that wait it is dropped first", async () => {
		const { name, address } = await world.newReader();
		const goOn = await world.holdUpStrangers();
		for (let number = 0; number < 120; number++) await ask(service, `unknown${number}`);
		await ask(service, name);
		const waiting = Promise.withResolvers<number>();
		mail.behave(async () => {
			const decoys = await decoysIn(service);
			waiting.resolve(decoys.filter(({ state }) => state === "waiting").length);
		});
		goOn();
		await mail.next(address);
		assert.equal(await waiting.promise, 99);
		await world.looked();
	});

	it("is tried again when the mail server puts mails off, as long as it does", async () => {
		await service.running.deployment.opened.database.deleteFrom("deliveries").execute();
		const { name, address } = await world.newReader();
		mail.behave("451 DATA");
		await ask(service, name);
		await tried(service, 1);
		await ask(service, "unknown");
		await tried(service, 2);
		const shown = async () =>
			(await deliveriesIn(service).orderBy("rank").execute()).map((row) => [row.state, row.last_status]);
		const putOff = ["waiting", "451 DATA"];
		assert.deepEqual(await shown(), [putOff, putOff]);
		service.travel(minute);
		await mail.next(address);
		await eventually(async () => (await shown()).every(([state]) => state === "sent"));
	});
});

forEachDatabase("what strangers cause takes turns", (database) => {
	it("of one at a time, whatever the number of instances; at its end, or the instance's, it is noted what came of it", async (context) => {
		const databaseUrl = await database.url();
		const mail = await startMailServer();
		const slow = { SALLYPORT_MAIL_PER_HOUR: "480" };
		const world = await startMailWorld({ databaseUrl, settings: slow }, mail);
		const settings = { ...cheap, ...mail.settings, ...slow, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1" };
		const other = await startTestService({ databaseUrl, settings });
		let isStopped = false;
		async function stop() {
			if (!isStopped) await world.stop();
			isStopped = true;
		}
		context.after(async () => {
			await stop();
			await other.stop();
			await mail.stop();
		});
		const [one, another] = [await world.newReader(), await world.newReader()];
		await ask(world.service, one.name);
		await mail.next(one.address);
		await ask(other, another.name);
		await eventually(async () => (await world.delivery(another.name)) !== undefined);
		await world.looked();
		await world.looked();
		const { state, leaseUntil } = (await world.delivery(one.name)) ?? {};
		assert.equal(state, "waiting");
		assert.notEqual(leaseUntil, null);
		const isFor = (address: string) => mail.received.some(({ to }) => to[0] === address);
		assert.equal(isFor(another.address), false);
		await stop();
		const rows = await deliveriesIn(other).where("rank", "=", ranks.forStrangers).execute();
		assert.deepEqual(rows.map((row) => row.state).sort(), ["sent", "waiting"]);
		other.running.deployment.outbox.nudge();
		await mail.next(another.address);
	});
});

it("a recovery, and a closed account, take the same statements to their end, whether or not there is such a user", async (context) => {
	const world = await startMailWorld({ settings: closing });
	context.after(world.stop);
	const { service, mail } = world;
	await world.addReader("kate", "kate@example.com");
	await world.addReader("kira", "kira@example.com");
	await world.addReader("ada", "ada@example.com", { role: "admin" });
	/** A timer takes them too: on a slow machine, while others are watched. */
	const ofMaintenance = new Set<string>();
	/** Of the request and of all that follows. Left out are the test's own look, and those of timers. */
	async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
		// What is an hour old goes.
		for (const sql of await watchStatements(service.running.maintenance.run)) ofMaintenance.add(sql);
		const before = (await ofStrangers(service)).length;
		const seen = await watchStatements(async () => {
			await act();
			await tried(service, before + 1);
		});
		const isOwn = (sql: string) =>
			!ofMaintenance.has(sql) && !/^update "deliveries" set "lease_until"/.test(sql);
		return seen.filter((sql) => /^(insert|update)|from "(users|setup_links)"/.test(sql) && isOwn(sql));
	}
	const recovery = (login: string) => statementsOf(() => ask(service, login));
	const expected = await recovery("kate");
	assert.ok(expected.length > 10, expected.join("\n"));
	for (const login of ["nora", "ada"]) assert.deepEqual(await recovery(login), expected, login);
	const again = await recovery("kate");
	assert.deepEqual(await recovery("nora"), again);
	assert.deepEqual(await recovery("nina@example.com"), await recovery("kira@example.com"));
	async function closed(name: string): Promise<string[]> {
		for (let guess = 1; guess < 10; guess++) {
			await visitorOf(service).logIn(name, "not the password");
			service.travel(hour);
		}
		return statementsOf(() => visitorOf(service).logIn(name, "not the password"));
	}
	const closedKate = await closed("kate");
	assert.ok(mail.received.some(({ parsed }) => /^Wrong passwords/.test(parsed.subject ?? "")));
	assert.deepEqual(await closed("nora"), closedKate);
});
