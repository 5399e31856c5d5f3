/** Who gets a mail of an access key, and of what. */
// Proves: notices
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { administrationOf } from "../support/people.ts";

const DAY = 86_400_000;

describe("a mail of an access key", () => {
	let world: MailWorld;
	before(async () => {
		world = await startMailWorld();
	});
	after(() => world.stop());

	/** Each mail of a key that is made, comes near its end, and reaches it. */
	async function lifeOf(readers: string[], hint: string, administers = false): Promise<void> {
		const { service, mail } = world;
		const told = async (subject: RegExp, also = false) => {
			for (const reader of readers) {
				const { text = "" } = (await mail.next(reader, subject)).parsed;
				assert.match(text, new RegExp(`sallyport_${hint}`));
				assert.equal(/It administers this service/.test(text), also);
			}
		};
		await told(/^New access key at /, administers);
		for (const [days, subject] of [
			[4.5, / ends soon$/],
			[2, / ends soon$/],
			[1, / has ended$/],
		] as const) {
			service.travel(days * DAY);
			await service.running.maintenance.run();
			await told(subject);
		}
	}

	it("goes to its user, from the first to the last, and when a finder ends it", async () => {
		const { name, address } = await world.newReader();
		const user = await world.service.loggedIn(name);
		const found = await user.post("/api/auth/access-keys", { name: "found" });
		assert.equal(found.status, 201, found.text);
		await world.mail.next(address, /^New access key at /);
		const finder = world.service.visitor();
		await finder.post("/api/auth/access-keys/revoke", { keys: [found.body?.key] });
		await world.mail.next(address, / was found in public$/);
		const made = await user.post("/api/auth/access-keys", { name: "job", days: 7 });
		await lifeOf([address], String(made.body?.hint));
	});

	it("goes to every admin, of a service account", async () => {
		const readers = ["first@example.com", "second@example.com"];
		for (const reader of readers) await world.addReader(reader.replace("@", "-"), reader, { role: "admin" });
		const { users, accessKeys } = administrationOf(world.service);
		await users.add({ name: "robot", kind: "service", role: "user", passwordHash: null });
		const scopes = ["sallyport:users:read"];
		const { secret } = await accessKeys.add("robot", { name: "job", days: 7, scopes });
		await lifeOf(readers, secret.slice("sallyport_".length, 14), true);
	});
});
