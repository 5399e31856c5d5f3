/** An admin sees whether the service reaches its mail server, without a shell. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { onSqlite } from "../support/databases.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { administrationOf } from "../support/people.ts";
import { assertProblem } from "../support/problem.ts";

onSqlite("a mail to oneself", () => {
	const PATH = "/api/admin/mails/test";
	let world: MailWorld;
	before(async () => {
		world = await startMailWorld();
	});
	after(() => world.stop());

	it("is sent to the address of the admin who asks, and a refusal is reported", async () => {
		const { service, mail } = world;
		const { name, address } = await world.newReader();
		await administrationOf(service).users.setRole(name, "admin");
		const admin = await service.loggedIn(name);
		const sent = await admin.post(PATH);
		assert.deepEqual(sent.body, { sentTo: address, sent: true, status: "250" }, sent.text);
		assert.deepEqual((await mail.next(address)).to, [address]);

		// The notice of the new role would be refused instead.
		await world.looked();
		mail.behave("550 RCPT TO");
		const refused = await admin.post(PATH);
		assert.deepEqual(refused.body, { sentTo: address, sent: false, status: "550 RCPT TO" });
		assertProblem(await admin.post(PATH, { to: "other@example.com" }), "unknown_field");
	});

	it("takes an address", async () => {
		const { service } = world;
		await service.addUser("bare");
		await administrationOf(service).users.setRole("bare", "admin");
		assertProblem(await (await service.loggedIn("bare")).post(PATH), "state_conflict");
	});
});
