/** Mails that tell all admins what one of them did, so that an attacker with the rights of one is noticed. */
// Proves: notices
import assert from "node:assert/strict";
import { userInfo } from "node:os";
import { after, before, it } from "node:test";
import { sql } from "kysely";
import type { Actor } from "../../src/platform/audit/audit.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner } from "../support/command.ts";
import { forEachDatabase, onPostgres, onSqlite } from "../support/databases.ts";
import { rowsOf } from "../support/event-rows.ts";
import { eventually, waits } from "../support/interleave.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { TEST_SECRET, type TestService } from "../support/service.ts";
import { startTwo } from "../support/two-instances.ts";
import type { Visitor } from "../support/visitor.ts";

const MINUTE = 60_000;
const settings = { SALLYPORT_REAUTHENTICATION_WINDOW: "12h" };

const usersBy = ({ running }: TestService, actor: Actor) => running.deployment.by(actor).administration.users;

/** An admin without an address, in a browser. */
async function newAdmin(world: MailWorld, name: string): Promise<{ id: string; visitor: Visitor }> {
	const { id } = await world.service.addUser(name);
	await usersBy(world.service, { kind: "cli", id: null }).setRole(name, "admin");
	return { id, visitor: await world.service.loggedIn(name) };
}

forEachDatabase("more than ten resets by one operator within ten minutes", (database) => {
	let world: MailWorld;
	let target: string;
	let admins = 0;
	before(async () => {
		world = await startMailWorld({ databaseUrl: await database.url(), settings });
		await world.addReader("boss", "boss@example.com", { role: "admin" });
		await world.addReader("chef", "chef@example.com", { role: "admin", locale: "de" });
		({ id: target } = await world.service.addUser("target"));
	});
	after(() => world.stop());

	const alarms = () => rowsOf(world.service, "admin_alarm");
	async function resetter() {
		admins += 1;
		const { id, visitor } = await newAdmin(world, `mallory${admins}`);
		return {
			id,
			async reset(times: number): Promise<void> {
				for (let time = 0; time < times; time++) {
					const body = { deliver: "link", factors: time % 2 === 0 };
					const done = await visitor.post(`/api/admin/users/${target}/reset`, body);
					assert.equal(done.status, 200, done.text);
				}
			},
		};
	}

	it("send one mail to every admin, which says who it was", async () => {
		const { id, reset } = await resetter();
		const program = usersBy(world.service, { kind: "service", id: "a key" });
		for (let time = 0; time < 10; time++) await program.reset("target");
		await reset(10);
		assert.deepEqual(await alarms(), []);
		await reset(2);
		const [alarm, ...more] = await alarms();
		assert.deepEqual(more, []);
		assert.deepEqual(
			[alarm?.level, alarm?.actor_kind, alarm?.actor_id, alarm?.detail],
			["error", "admin", id, { resets: 11 }],
		);
		const { parsed, link } = await world.mail.next("boss@example.com", /^Many users were reset at /);
		const says =
			/reset the eleventh user[\s\S]*It was the admin "mallory1" from the network address "(127|::)/;
		assert.match(parsed.text ?? "", says);
		assert.equal(link, `${world.service.baseUrl}/console/events`);
		const german = await world.mail.next("chef@example.com", /^Viele Benutzer bei .* zurückgesetzt$/);
		assert.match(german.parsed.text ?? "", /Das war das Admin-Konto "mallory1", von der Netzadresse "/);
		world.service.travel(11 * MINUTE);
		await reset(10);
		assert.equal((await alarms()).length, 1);
		await reset(1);
		assert.equal((await alarms()).length, 2);
		await world.mail.next("boss@example.com", /^Many users were reset at /);
	});

	it("are found in any ten minutes, not only in those that begin with the first", async () => {
		const before = (await alarms()).length;
		const { reset } = await resetter();
		await reset(1);
		world.service.travel(9 * MINUTE);
		await reset(9);
		world.service.travel(2 * MINUTE);
		await reset(1);
		assert.equal((await alarms()).length, before);
		await reset(1);
		assert.equal((await alarms()).length, before + 1);
	});
});

onPostgres("the tenth and the eleventh reset at once, on two instances", (database) => {
	it("are an alarm", async () => {
		const two = await startTwo(await database.url(), cheap);
		const [one, other] = two.instances;
		const actor: Actor = { kind: "cli", id: "ops" };
		for (const name of ["ada", "bob"]) await one.addUser(name);
		for (let time = 0; time < 9; time++) await usersBy(one, actor).reset("ada");
		const { database: queries } = one.running.deployment.opened;
		const held = await queries.transaction().execute(async (transaction) => {
			// Nothing that happens is recorded until both have looked.
			await sql`lock table "audit_events" in share mode`.execute(transaction);
			const both = [usersBy(one, actor).reset("ada"), usersBy(other, actor).reset("bob")];
			await eventually(() => waits(transaction, 2));
			return { both };
		});
		await Promise.all(held.both);
		assert.equal((await rowsOf(one, "admin_alarm")).length, 1);
		await two.stop();
	});
});

onSqlite("keys of the service that an operator changes out of turn", (database) => {
	let world: MailWorld;
	let run: ReturnType<typeof createHostedRunner>;
	before(async () => {
		const databaseUrl = await database.url();
		world = await startMailWorld({ databaseUrl, settings });
		await world.addReader("boss", "boss@example.com", { role: "admin" });
		run = createHostedRunner({
			...cheap,
			...world.mail.settings,
			SALLYPORT_SECRET: TEST_SECRET,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_BASE_URL: world.service.baseUrl,
		});
	});
	after(() => world.stop());

	const mails = () => world.mail.received.filter(({ parsed }) => /^Keys of /.test(parsed.subject ?? ""));
	async function told(): Promise<string> {
		const { parsed, link } = await world.mail.next("boss@example.com", /^Keys of .* were changed$/);
		assert.equal(link, `${world.service.baseUrl}/console/keys`);
		return parsed.text ?? "";
	}

	it("send a mail to every admin, under the new keys, when a command has replaced them", async () => {
		const ran = async (words: string) => assert.equal((await run(words)).code, 0, words);
		const account = new RegExp(`It was the account "${userInfo().username}" on a machine of the service\\.`);
		await ran("key rotate --signing --force");
		assert.match(await told(), account);
		await ran("key rotate --sealing --compromised");
		await world.service.running.maintenance.run();
		// The instance may have looked before it read the new keys.
		world.service.travel(MINUTE);
		assert.match(await told(), /All sealing keys were replaced/);
		await ran("key rotate --signing --compromised");
		assert.match(await told(), account);
	});

	it("send a mail to every admin when one forces a rotation or replaces them", async () => {
		const { visitor } = await newAdmin(world, "eve");
		const ask = async (act: string, body: object) =>
			assert.equal((await visitor.post(`/api/admin/keys/${act}`, body)).status, 200);
		await ask("signing/rotate", { force: true });
		const says = /Another signing key is in use[\s\S]*It was the admin "eve" from the network address/;
		assert.match(await told(), says);
		await ask("sealing/rotate", { force: true });
		assert.match(await told(), /Another sealing key is in use/);
		await ask("signing/replace", { confirm: "replace all signing keys" });
		assert.match(await told(), /All signing keys were replaced/);
		const before = mails().length;
		world.service.travel(3 * MINUTE);
		await ask("sealing/rotate", { force: false });
		await world.looked();
		assert.equal(mails().length, before);
	});
});
