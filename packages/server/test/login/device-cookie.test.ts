/** The cookie of a known device as a thing: who gets one, with which attributes, that it cannot be made, and opens nothing. */
// Proves: known-clients
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { bearerOf, cookieOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { type Answer, createVisitor } from "../support/visitor.ts";

const wrong = "not the password";
const device = "sallyport-device";
const open = { ...cheap, SALLYPORT_ADDRESS_FAILURES: "100000", SALLYPORT_CSRF_FAILURES: "100000" };

/** The lines that set it. */
const given = ({ headers }: Answer, name = device) =>
	headers.getSetCookie().filter((line) => line.startsWith(`${name}=`));

describe("the cookie of a device", () => {
	let service: TestService;
	let value: string;
	let userId: string;
	before(async () => {
		service = await startTestService({ settings: open });
		({ id: userId } = await service.addUser("ada"));
		await service.addUser("bob");
		value = (await service.loggedIn("ada")).cookies.get(device) ?? "";
		for (let guess = 1; guess <= 10; guess++) await service.visitor().logIn("ada", wrong);
	});
	after(() => service.stop());

	/** Only the account's own device may pass where attackers have used up their guesses. */
	async function logInWith(...values: string[]): Promise<Answer> {
		const visitor = service.visitor();
		await visitor.get("/api/auth/csrf");
		const cookie = [cookieOf(visitor).cookie, ...values.map((each) => `${device}=${each}`)].join("; ");
		return visitor.post("/api/auth/login", { username: "ada", password: ADMIN_PASSWORD }, { cookie });
	}
	const text = (bytes: Buffer) => bytes.toString("base64url");
	/** What the service itself seals: a device on which this user has logged in just now. */
	function sealed(label: string, context: string, of: TestService = service): string {
		const plain = Buffer.alloc(38, 7);
		Buffer.from(userId.replaceAll("-", ""), "hex").copy(plain, 16);
		plain.writeUIntBE(service.now(), 32, 6);
		return text(of.running.deployment.keyring.box(label).seal(plain, context));
	}

	it("lets its user in while unknown devices are refused", async () => {
		assertProblem(await logInWith(), "rate_limited");
		assert.equal((await logInWith(value)).status, 200);
		assert.equal((await logInWith(sealed("device", service.running.deployment.id))).status, 200);
	});

	it("is worthless with any bit of it changed, cut or added", async () => {
		const bytes = Buffer.from(value, "base64url");
		for (let at = 0; at < bytes.length; at++) {
			const forged = Buffer.from(bytes);
			forged.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
			assertProblem(await logInWith(text(forged)), "rate_limited");
		}
		const others = [
			value.slice(0, -1),
			value.slice(1),
			text(bytes.subarray(0, -22)),
			text(Buffer.concat([bytes, bytes.subarray(-22)])),
			text(Buffer.concat([bytes, Buffer.alloc(1)])),
			`${value}=`,
			`"${value}"`,
			` ${value}x`,
			"",
			"A".repeat(40),
			"A".repeat(512),
			"A".repeat(5000),
			"%00",
			"null",
		];
		for (const forged of others) assertProblem(await logInWith(forged), "rate_limited");
	});

	it("is worthless when it was made for another purpose, or by another deployment", async () => {
		const { id } = service.running.deployment;
		const other = await startTestService({
			settings: { ...open, SALLYPORT_SECRET: "quite another secret, long enough" },
		});
		const twin = await startTestService({ settings: open });
		try {
			for (const forged of [
				...["csrf", "signing key", "setup link", "device cookie", ""].map((label) => sealed(label, id)),
				sealed("device", ""),
				sealed("device", `c1 ${id}`),
				sealed("device", id, other),
				sealed("device", other.running.deployment.id, other),
				sealed("device", twin.running.deployment.id, twin),
			]) {
				assertProblem(await logInWith(forged), "rate_limited");
			}
		} finally {
			await other.stop();
			await twin.stop();
		}
	});

	it("is worthless when it is something else that was given to the same user", async () => {
		const browser = service.visitor();
		browser.cookies.set(device, value);
		const token = (await browser.logIn("ada", ADMIN_PASSWORD)).body?.token;
		await browser.get("/api/auth/csrf");
		const preSession = [browser.cookies.get("sallyport-pre"), browser.csrf?.split(".")[2]];
		await browser.logIn("ada", ADMIN_PASSWORD, { session: true });
		const session = [browser.cookies.get("sallyport-sid"), browser.csrf?.split(".")[2]];
		for (const each of [...preSession, ...session, ...String(token).split(".")]) {
			assert.ok(each !== undefined && each.length > 30);
			assertProblem(await logInWith(each), "rate_limited");
		}
	});

	it("is worthless next to a second one, or when it belongs to another user", async () => {
		const bob = (await service.loggedIn("bob")).cookies.get(device) ?? "";
		for (const values of [[bob], [value, bob], [bob, value], [value, value], [value, ""]])
			assertProblem(await logInWith(...values), "rate_limited");
	});

	it("opens nothing and says nothing by itself", async () => {
		const ask = (headers: Record<string, string>) => service.visitor().get("/api/auth/session", headers);
		assertProblem(await ask({ authorization: `Bearer ${value}` }), "invalid_token");
		for (const name of [device, "sallyport-sid", "sallyport-pre"])
			assertProblem(await ask({ cookie: `${name}=${value}` }), "unauthenticated");
		const body = { username: "bob", password: ADMIN_PASSWORD };
		const kid = /^c1\.[^.]+/.exec(await service.copiedCsrf(await service.loggedIn("bob")))?.[0];
		for (const csrf of [value, `${kid}.${value}`]) {
			const cookie = `${device}=${value}; sallyport-pre=${value}`;
			assertProblem(await service.visitor().post("/api/auth/login", body, { csrf, cookie }), "csrf_invalid");
		}
		const page = await service.visitor().get("/login", { cookie: `${device}=${value}` });
		assert.doesNotMatch(page.text, /ada/);
		assert.ok(!Buffer.from(value, "base64url").toString("hex").includes(userId.replaceAll("-", "")));
	});
});

describe("the cookie of a device is given", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: open });
		await service.addUser("ada");
	});
	after(() => service.stop());

	it("on https to this host only, to the server only, and for ninety days", async () => {
		const settings = { ...cheap, SALLYPORT_BASE_URL: "https://login.example.com" };
		const secure = await startTestService({ settings });
		try {
			await secure.addUser("ada");
			const visitor = createVisitor(`http://127.0.0.1:${secure.port}`);
			const answer = await visitor.logIn("ada", ADMIN_PASSWORD, { session: true });
			const [line = "", ...more] = given(answer, "__Host-Http-sallyport-device");
			assert.deepEqual(more, []);
			assert.match(
				line,
				/^__Host-Http-sallyport-device=[\w-]{40,512}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=7776000$/,
			);
		} finally {
			await secure.stop();
		}
	});

	it("after each right password, to a client that keeps cookies", async () => {
		const browser = service.visitor();
		await browser.get("/login");
		const answers = [
			await browser.post("/api/auth/login", { username: "ada", password: ADMIN_PASSWORD }),
			await browser.logIn("ada", ADMIN_PASSWORD, { session: true }),
			await browser.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }),
			await browser.post("/api/auth/password", {
				currentPassword: ADMIN_PASSWORD,
				newPassword: "five words nobody else has",
			}),
		];
		const { setupLink } = await usersOf(service).reset("ada");
		const chosen = { token: tokenOf(setupLink), password: ADMIN_PASSWORD };
		answers.push(await service.visitor().post("/api/auth/setup", chosen));
		for (const answer of answers) {
			assert.equal(answer.status, 200, answer.text);
			const [line = "", ...more] = given(answer);
			assert.match(
				line,
				/^sallyport-device=[\w-]{40,512}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
			);
			assert.deepEqual(more, []);
			assert.ok(!answer.text.includes(line.split(/[=;]/)[1] ?? ""));
		}
	});

	it("to no other client", async () => {
		const browser = await service.loggedIn("ada");
		const csrf = await service.copiedCsrf(browser);
		const script = { username: "ada", password: ADMIN_PASSWORD };
		const token = await service.visitor().post("/api/auth/login", script, { csrf });
		assert.equal(token.status, 200);
		const bearer = bearerOf(token);
		const guess = { ...script, password: wrong };
		const answers = [
			token,
			await service.visitor().post("/api/auth/renew", undefined, bearer),
			await service.visitor().post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD }, bearer),
			await browser.post("/api/auth/renew"),
			await browser.get("/api/auth/session"),
			await browser.get("/api/auth/check"),
			await browser.get("/api/auth/csrf"),
			await browser.get("/account"),
			await browser.post("/api/auth/login", guess),
			await browser.post("/api/auth/login", script, { csrf: "" }),
			await browser.post("/api/auth/reauthenticate", { password: wrong }),
			await browser.post("/api/auth/logout"),
			await service.visitor().get("/login"),
		];
		browser.csrf = null;
		for (let more = 1; more <= 10; more++) answers.push(await browser.post("/api/auth/login", guess));
		const last = await browser.post("/api/auth/login", script);
		assertProblem(last, "rate_limited");
		for (const answer of [...answers, last]) assert.deepEqual(given(answer), [], answer.text);
	});
});
