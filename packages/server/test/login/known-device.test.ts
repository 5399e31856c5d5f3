/** The device cookie: guessing cannot lock users out of a browser on which they have logged in before. */
// Proves: known-clients
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const minute = 60_000;
const wrong = "not the password";
const device = "sallyport-device";
const behindProxy = { ...cheap, SALLYPORT_TRUSTED_PROXIES: "127.0.0.1" };

const policyOf = ({ headers }: Answer) => headers.get("ratelimit-policy")?.split(";")[0];

onSqlite("a known device", (database) => {
	let service: TestService;
	let users = 0;
	before(async () => {
		const settings = { ...behindProxy, SALLYPORT_ADDRESS_FAILURES: "12" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
	});
	after(() => service.stop());

	/** With an address of its own, so that tests do not count together. */
	async function newHolder() {
		users += 1;
		const name = `holder${users}`;
		await service.addUser(name);
		const at = (host: number) => service.visitor({ "x-forwarded-for": `198.51.${users}.${host}` });
		return { name, at };
	}
	/** Logs in and out again: what stays is the cookie of the device. */
	async function visit(visitor: Visitor, name: string): Promise<void> {
		assert.equal((await visitor.logIn(name, ADMIN_PASSWORD, { session: true })).status, 200);
		assert.equal((await visitor.post("/api/auth/logout")).status, 200);
		visitor.csrf = null;
		assert.deepEqual([...visitor.cookies.keys()], [device]);
	}

	// Proves: guesses-of-known-clients
	it("always lets its user in, while attackers hammer the name from the same address", async () => {
		const { name, at } = await newHolder();
		const user = at(1);
		await visit(user, name);
		for (let round = 1; round <= 4; round++) {
			for (let guess = 1; guess <= 6; guess++) {
				await at(1).logIn(name, wrong);
				await at(1).logIn(`unknown${guess}`, wrong);
			}
			assertProblem(await at(1).logIn(name, ADMIN_PASSWORD), "rate_limited");
			assertProblem(await at(1).logIn("unknown", wrong), "rate_limited");
			await visit(user, name);
			service.travel(minute);
		}
	});

	// Proves: guesses-of-known-clients
	it("has ten attempts of its own", async () => {
		const { name, at } = await newHolder();
		const [one, other] = [at(1), at(2)];
		for (const each of [one, other]) await visit(each, name);
		for (let guess = 1; guess <= 10; guess++) {
			const answer = await one.logIn(name, wrong);
			assertProblem(answer, "invalid_credentials");
			assert.equal(policyOf(answer), '"client"');
		}
		for (const password of [wrong, ADMIN_PASSWORD]) {
			const answer = await one.logIn(name, password);
			assertProblem(answer, "rate_limited");
			assert.equal(answer.headers.get("ratelimit-policy"), '"client";q=10;w=900');
			assert.match(answer.headers.get("ratelimit") ?? "", /^"client";r=0;t=(30|2[5-9])$/);
		}
		await visit(other, name);
		for (let guess = 1; guess <= 10; guess++)
			assertProblem(await at(1).logIn(name, wrong), "invalid_credentials");
		assertProblem(await at(1).logIn(name, ADMIN_PASSWORD), "rate_limited");
		service.travel(30_000);
		await visit(one, name);
	});

	// Proves: guesses-of-known-clients
	it("has no more of them with older copies of its cookie", async () => {
		const { name, at } = await newHolder();
		const user = at(1);
		const copies: Visitor[] = [];
		for (let login = 1; login <= 5; login++) {
			await visit(user, name);
			const copy = at(login);
			copy.cookies.set(device, user.cookies.get(device) ?? "");
			copies.push(copy);
			service.travel(minute);
		}
		assert.equal(new Set(copies.map((copy) => copy.cookies.get(device))).size, 5);
		for (const copy of [...copies, ...copies])
			assertProblem(await copy.logIn(name, wrong), "invalid_credentials");
		for (const copy of copies) assertProblem(await copy.logIn(name, ADMIN_PASSWORD), "rate_limited");
	});

	// Proves: guesses-of-known-clients
	it("knows each of two users, who have ten tries each", async () => {
		const [first, second] = [await newHolder(), await newHolder()];
		const shared = first.at(1);
		for (const { name } of [first, second]) await visit(shared, name);
		for (let guess = 1; guess <= 10; guess++)
			assertProblem(await shared.logIn(first.name, wrong), "invalid_credentials");
		assertProblem(await shared.logIn(first.name, ADMIN_PASSWORD), "rate_limited");
		assert.equal(policyOf(await shared.logIn(second.name, wrong)), '"client"');
		await visit(shared, second.name);
	});
});

describe("the cookie of a device", () => {
	let service: TestService;
	let users = 0;
	before(async () => {
		service = await startTestService({ settings: { ...behindProxy, SALLYPORT_DEVICE_LIFETIME: "2h" } });
	});
	after(() => service.stop());

	async function newUser(): Promise<string> {
		users += 1;
		await service.addUser(`user${users}`);
		return `user${users}`;
	}
	const visitor = () => {
		users += 1;
		return service.visitor({ "x-forwarded-for": `198.51.100.${users}` });
	};
	async function deviceOf(...names: string[]): Promise<Visitor> {
		const browser = visitor();
		for (const name of names)
			assert.equal((await browser.logIn(name, ADMIN_PASSWORD, { session: true })).status, 200);
		await browser.post("/api/auth/logout");
		return browser;
	}
	async function isKnown(browser: Visitor, name: string): Promise<boolean> {
		const copy = visitor();
		copy.cookies.set(device, browser.cookies.get(device) ?? "");
		return policyOf(await copy.logIn(name, wrong)) === '"client"';
	}

	it("of six users knows the first one no longer", async () => {
		const names = [await newUser(), await newUser(), await newUser(), await newUser(), await newUser()];
		const five = await deviceOf(...names);
		for (const name of names) assert.equal(await isKnown(five, name), true);
		const last = await newUser();
		const six = await deviceOf(...names, last);
		for (const name of [...names.slice(1), last]) assert.equal(await isKnown(six, name), true);
		assert.equal(await isKnown(six, names[0] ?? ""), false);
	});

	it("is valid for that long after the login, and no longer", async () => {
		const name = await newUser();
		const browser = await deviceOf(name);
		service.travel(119 * minute);
		assert.equal(await isKnown(browser, name), true);
		service.travel(minute);
		assert.equal(await isKnown(browser, name), false);
	});

	it("from before a change of the password is that of an unknown device", async () => {
		const name = await newUser();
		const other = await deviceOf(name);
		service.travel(1000);
		const browser = visitor();
		await browser.logIn(name, ADMIN_PASSWORD, { session: true });
		const before = visitor();
		before.cookies.set(device, browser.cookies.get(device) ?? "");
		service.travel(1000);
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: "five words nobody else has" };
		assert.equal((await browser.post("/api/auth/password", change)).status, 200);
		assert.equal(await isKnown(other, name), false);
		assert.equal(await isKnown(before, name), false);
		assert.equal(await isKnown(browser, name), true);
	});

	it("from before a reset is that of an unknown device, and that of a known user after it", async () => {
		const name = await newUser();
		const old = await deviceOf(name);
		service.travel(1000);
		const { setupLink } = await usersOf(service).reset(name);
		assert.equal(await isKnown(old, name), false);
		const browser = visitor();
		const chosen = { token: tokenOf(setupLink), password: "five words nobody else has" };
		assert.equal((await browser.post("/api/auth/setup", chosen)).status, 200);
		assert.equal(await isKnown(old, name), false);
		assert.equal(await isKnown(browser, name), true);
	});

	it("of a deleted user is worthless for the next user of that name", async () => {
		const name = await newUser();
		const browser = await deviceOf(name);
		await usersOf(service).remove(name);
		assert.equal(await isKnown(browser, name), false);
		await service.addUser(name);
		assert.equal(await isKnown(browser, name), false);
	});
});
