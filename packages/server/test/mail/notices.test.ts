/** Which notices users get of their account, and how often. */
// Proves: notices
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { enrol } from "../support/authenticator.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const hour = 3_600_000;
const day = 24 * hour;
const password = "five words nobody else has";

describe("a user gets a notice", () => {
	let world: MailWorld;
	let name: string;
	let address: string;
	before(async () => {
		const closing = { SALLYPORT_CONSECUTIVE_FAILURES: "10", SALLYPORT_CONSECUTIVE_ACTION: "close" };
		world = await startMailWorld({ settings: closing });
	});
	after(() => world.stop());
	beforeEach(async () => {
		({ name, address } = await world.newReader());
	});

	const from = (client: string) => world.service.visitor({ "x-forwarded-for": client });
	const told = (subject: RegExp) => world.mail.next(address, subject);
	/** Subjects of all mails to the user, once the instance has looked. */
	async function subjects(): Promise<Array<string | undefined>> {
		await world.looked();
		return world.mail.received.filter(({ to }) => to[0] === address).map(({ parsed }) => parsed.subject);
	}
	const logIn = (by: Visitor, cookie = false) =>
		by.logIn(name, ADMIN_PASSWORD, cookie ? { session: true } : {});

	it("of a new password, whichever way it was set", async () => {
		const user = await world.service.loggedIn(name);
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: password };
		assert.equal((await user.post("/api/auth/password", change)).status, 200);
		const { parsed } = await told(/^Your password at .* was changed$/);
		assert.match(
			parsed.text ?? "",
			new RegExp(
				`user "${name}" at Sallyport \\(localhost:\\d+\\), on .* UTC\\)? from the network address "(127\\.0\\.0\\.1|::1)"`,
			),
		);
		const { setupLink } = await usersOf(world.service).reset(name);
		const removed = await told(/^Your password at .* was removed$/);
		assert.doesNotMatch(removed.parsed.text ?? "", /second factors/);
		await world.service.visitor().post("/api/auth/setup", { token: tokenOf(setupLink), password });
		await told(/^Your password at .* was changed$/);
		await usersOf(world.service).reset(name, { secondFactor: true });
		const both = await told(/^Your password at .* was removed$/);
		assert.match(both.parsed.text ?? "", /your password and your second factors/);
	});

	it("of all that one change does to the factors, in one mail", async () => {
		const user = await world.service.loggedIn(name);
		const app = await enrol(world.service, user);
		const added = await told(/^Your login at .* was changed$/);
		for (const change of [/app was added/, /recovery codes were made/, /Two-step login was turned on/])
			assert.match(added.parsed.text ?? "", change);
		await user.delete(`/api/auth/factors/${app.id}`);
		const removed = await told(/^Your login at .* was changed$/);
		assert.match(removed.parsed.text ?? "", /app was removed/);
		assert.match(removed.parsed.text ?? "", /Two-step login was turned off/);
	});

	it("of a copy of all that is stored, so that an attacker does not get it unnoticed", async () => {
		const user = await world.service.loggedIn(name);
		assert.equal((await user.get("/api/auth/export")).status, 200);
		const { parsed } = await told(/^A copy of your data at /);
		assert.match(parsed.text ?? "", /If that was not you/);
		const { exports } = world.service.running.deployment.administration;
		await exports.user(name, async () => {});
		const { parsed: given } = await told(/^A copy of your data at /);
		assert.match(given.text ?? "", /The operator of the service has made a copy/);
	});

	it("of an address that an operator has changed, at the one before", async () => {
		await usersOf(world.service).set(name, { email: `new-${address}` });
		await told(/^Your address at .* was changed$/);
		await world.looked();
		assert.equal(
			world.mail.received.some(({ to }) => to[0] === `new-${address}`),
			false,
			"it is not verified",
		);
	});

	it("of a login on a new device, once an hour, and not of one on a known device", async () => {
		const device = from("192.0.2.1");
		await logIn(device, true);
		await told(/^New login at /);
		await logIn(device, true);
		await logIn(from("192.0.2.2"), true);
		assert.equal((await subjects()).length, 1);
		world.service.travel(hour);
		await logIn(device, true);
		assert.equal((await subjects()).length, 1);
		await logIn(from("192.0.2.3"), true);
		await told(/^New login at /);
	});

	it("of programs from another network, once in 90 days for each", async () => {
		await logIn(from("198.51.100.7"));
		await told(/^New login at /);
		for (const client of ["198.51.100.200", "198.51.100.7"]) {
			world.service.travel(hour);
			await logIn(from(client));
		}
		assert.equal((await subjects()).length, 1);
		world.service.travel(hour);
		await logIn(from("2001:db8:1:1::1"));
		await told(/^New login at /);
		world.service.travel(hour);
		await logIn(from("2001:db8:1:ffff::1"));
		assert.equal((await subjects()).length, 2);
		world.service.travel(90 * day);
		await logIn(from("198.51.100.7"));
		await told(/^New login at /);
	});

	it("of at most twenty things in an hour, so that mails are left for other users", async () => {
		const user = await world.service.loggedIn(name);
		await told(/^New login at /);
		let current = ADMIN_PASSWORD;
		for (let change = 1; change <= 20; change++) {
			const newPassword = `${change} ${password}`;
			const changed = await user.post("/api/auth/password", { currentPassword: current, newPassword });
			assert.equal(changed.status, 200);
			current = newPassword;
		}
		assert.equal((await subjects()).length, 20);
		world.service.travel(hour);
		await world.service.visitor().logIn(name, current, { session: true });
		await told(/^New login at /);
	});

	it("of an account that attackers have closed, and of nothing else they do", async () => {
		for (let guess = 1; guess <= 10; guess++) {
			await from("203.0.113.9").logIn(name, "not the password");
			world.service.travel(hour);
		}
		const { parsed } = await told(/^Wrong passwords for your account at /);
		assert.match(parsed.text ?? "", /devices on which you have logged in before still can/);
		assert.equal((await subjects()).length, 1);
	});

	it("only at a verified address, and only of a change that happened", async () => {
		await usersOf(world.service).set(name, { emailVerified: false });
		const goOn = await world.holdUp();
		await usersOf(world.service).reset(name);
		assert.equal(await world.delivery(name), undefined);
		goOn();
		assert.deepEqual(await subjects(), []);
		await usersOf(world.service).set(name, { emailVerified: true });
		const { audit } = world.service.running.deployment;
		const { id } = await usersOf(world.service).find(name);
		const undone = audit.transact(async (_queries, record) => {
			await record({ event: "authn_password_change", userId: id });
			throw new Error("undone");
		});
		await assert.rejects(undone, /undone/);
		assert.deepEqual(await subjects(), []);
	});

	it("of a new admin, if the user is an admin who may log in; the new one gets it too", async () => {
		const users = usersOf(world.service);
		const addAdmin = async (who: string, verified = true) => {
			await world.addReader(`${who}-of-${name}`, `${who}-of-${name}@example.com`, {
				role: "admin",
				verified,
			});
			return `${who}-of-${name}`;
		};
		const unknown = await addAdmin("unknown", false);
		const gone = await addAdmin("gone");
		await users.disable(gone);
		const boss = await addAdmin("boss");
		const goOn = await world.holdUp();
		await users.setRole(name, "admin");
		for (const other of [gone, unknown]) assert.equal(await world.delivery(other), undefined);
		goOn();
		for (const to of [address, `${boss}@example.com`]) {
			const { parsed } = await world.mail.next(to, /^New admin at /);
			assert.match(parsed.text ?? "", new RegExp(`an operator of .* gave admin rights to:\\s+"${name}"\\s`));
		}
		await users.setRole(name, "user");
		await users.add({ name: `${name}-b`, role: "admin", passwordHash: null });
		await users.add({ name: `${name}-c`, role: "user", passwordHash: null });
		const { parsed } = await world.mail.next(`${boss}@example.com`, /^New admin at /);
		assert.match(parsed.text ?? "", new RegExp(`"${name}-b"`));
		assert.equal((await subjects()).length, 1);
	});

	it("with no link that does anything, no image, and nothing that an attacker has written", async () => {
		const agent = "<b>evil</b> https://evil.example";
		await logIn(
			world.service.visitor({
				"user-agent": agent,
				"accept-language": agent,
				"x-forwarded-for": "192.0.2.1",
			}),
			true,
		);
		const { raw, parsed, link } = await told(/^New login at /);
		assert.equal(link, `${world.service.baseUrl}/account/security`);
		assert.doesNotMatch(raw, /evil|<img|src=|style|token/i);
		assert.equal(parsed.headers.get("auto-submitted"), "auto-generated");
		assert.deepEqual(
			[...(parsed.html || "").matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
			[link],
		);
	});
});
