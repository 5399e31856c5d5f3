/** What operators see of mail, and do about it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Check } from "../../src/operations/examination/check.ts";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createHostedRunner, type Run } from "../support/command.ts";
import { createTestDatabase } from "../support/databases.ts";
import { eventually } from "../support/interleave.ts";
import { startMailServer } from "../support/mail-server.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { scrape } from "../support/scrape.ts";
import { startTestService, TEST_SECRET } from "../support/service.ts";

describe("an operator", () => {
	const database = createTestDatabase("sqlite");
	let world: MailWorld;
	let run: Run;
	let withoutMail: Run;
	before(async () => {
		const databaseUrl = await database.url();
		world = await startMailWorld({ databaseUrl });
		await world.addReader("ada", "ada@example.com");
		const settings = {
			...cheap,
			SALLYPORT_SECRET: TEST_SECRET,
			SALLYPORT_DATABASE_URL: databaseUrl,
			SALLYPORT_BASE_URL: world.service.baseUrl,
			SALLYPORT_OPERATIONS_PORT: String(world.service.running.operationsAddress.port),
		};
		withoutMail = createHostedRunner(settings);
		run = createHostedRunner({ ...settings, ...world.mail.settings });
	});
	after(async () => {
		await world.stop();
		await database.remove();
	});

	async function checks(by: Run) {
		const { checks } = (await by("doctor --json")).json() as { checks: Check[] };
		const shown = checks.filter(({ name }) => /mail/.test(name));
		return Object.fromEntries(shown.map(({ name, status, fact }) => [name, [status, fact]]));
	}

	it("sends a test, and reads why it was not taken", async () => {
		const help = "https://example.com/help";
		const more = { SALLYPORT_SUPPORT_URL: help };
		const { code, out } = await run("mail test Ada@EXAMPLE.com", { more });
		assert.deepEqual([code, out], [0, "The mail server has taken it (250). Look into the mailbox.\n"]);
		const { parsed } = await world.mail.next("Ada@example.com");
		assert.match(parsed.text ?? "", /^This is a test[^\n]*\n\nHelp: https:\/\/example\.com\/help\n$/);
		assert.ok(String(parsed.html).includes(`<p>Help: <a href="${help}">${help}</a></p>`));
		world.mail.behave("550 MAIL FROM");
		const refused = await run("mail test ada@example.com --json");
		assert.equal(refused.code, 1);
		const { error } = JSON.parse(refused.err) as { error: { code: string; message: string } };
		assert.equal(error.code, "mail_failed");
		assert.match(
			error.message,
			/^The mail was not taken: 550 MAIL FROM\. It said: .* Check SALLYPORT_MAIL_FROM/,
		);
		assert.equal((await run("mail test ada")).code, 1);
	});

	it("lists what failed and never a text, and sends it again", async () => {
		world.mail.behave("550 DATA");
		await world.notify("ada");
		await world.look("ada", (delivery) => delivery?.state === "failed");
		const { mails } = (await run("mail list --json")).json() as { mails: Array<Record<string, unknown>> };
		const [failed] = mails;
		const { id, userId, createdAt, ...shown } = failed ?? {};
		const expected = { kind: "password_reset", username: "ada", state: "failed", attempts: 1, nextAt: null };
		assert.deepEqual(shown, { ...expected, lastStatus: "550 DATA" });
		assert.equal(userId, (await usersOf(world.service).find("ada")).id);
		const listed = await run("mail list");
		assert.match(listed.out, /password reset +ada +failed .* 550 DATA\n/);
		assert.doesNotMatch(listed.out, /example\.com|token/);
		const states = ["failed", "waiting", "sent"];
		const found = states.map(async (state) =>
			(await run(`mail list --state ${state}`)).out.includes("550 DATA"),
		);
		assert.deepEqual(await Promise.all(found), [true, false, false]);
		assert.equal((await run("mail list --state lost")).code, 2);
		await world.service.addUser("unmailed");
		for (const [words, isListed] of [
			["mail list ada", true],
			["mail list --user ada --state failed", true],
			["mail list ada --state sent", false],
			["mail list unmailed", false],
		] as const)
			assert.equal((await run(words)).out.includes("550 DATA"), isListed, words);
		assert.equal((await run("mail list missing")).code, 1);
		assert.equal((await run("mail retry 0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47")).code, 1);
		assert.equal((await run(`mail retry ${id}`)).out, "1 mail waiting again.\n");
		await world.look("ada", (delivery) => delivery?.state === "sent");
		assert.equal((await run("mail retry --all")).out, "No mail has failed: none is sent again.\n");
		const { promise, resolve } = Promise.withResolvers<void>();
		world.mail.behave(() => promise);
		await world.notify("ada");
		await world.look("ada", (delivery) => delivery?.state === "waiting" && delivery.leaseUntil !== null);
		const [sending] = ((await run("mail list --json")).json() as { mails: Array<{ id: string }> }).mails;
		assert.equal((await run(`mail retry ${sending?.id}`)).code, 1);
		resolve();
		await world.look("ada", (delivery) => delivery?.state === "sent");
		assert.equal((await run("mail retry")).code, 2);
		assert.equal((await run("mail list --limit 0")).code, 2);
	});

	it("learns that the service has a wrong password from doctor and metrics, while mails wait", async (context) => {
		const mail = await startMailServer({ login: ["sallyport", "right"], allowInsecureAuth: true });
		const wrong = {
			SALLYPORT_MAIL_URL: `smtp://sallyport:wrong@localhost:${mail.port}`,
			SALLYPORT_MAIL_TLS: "loopback-off",
		};
		const locked = await startMailWorld({ settings: wrong }, mail);
		context.after(async () => {
			await locked.stop();
			await mail.stop();
		});
		await locked.addReader("ada", "ada@example.com");
		await locked.notify("ada");
		await locked.look("ada", (delivery) => delivery?.leaseUntil === null && delivery.attempts === 1);
		const { state, lastStatus } = (await locked.delivery("ada")) ?? {};
		assert.deepEqual([state, lastStatus], ["waiting", "535 AUTH PLAIN"]);
		const counted = async (outcome: string) =>
			(await scrape(locked.service)).value(`sallyport_mails_total{outcome="${outcome}"}`);
		// It is counted just after its row is written.
		await eventually(async () => (await counted("postponed")) === 1);
		assert.deepEqual([await counted("sent"), await counted("failed")], [0, 0]);
		assert.equal((await scrape(locked.service)).value("sallyport_mails_waiting"), 1);
		const { out } = await run("doctor", { more: wrong });
		assert.match(out, /the service cannot use .*: 535 AUTH PLAIN/);
		assert.match(out, /Check name and password in SALLYPORT_MAIL_URL/);
	});

	it("sees in doctor what the mail server answers, and no check of it where no mail is sent", async () => {
		const { port } = world.mail;
		assert.deepEqual(await checks(run), {
			mails: ["ok", "in 7 days 2 sent, 0 failed; 0 waiting"],
			"mail server": ["ok", `localhost:${port} answers: no TLS, no login`],
			"links in mails": ["warning", `lead to ${world.service.baseUrl}`],
		});
		assert.deepEqual(await checks(withoutMail), {});
		const { code, err } = await withoutMail("mail test ada@example.com");
		assert.equal(code, 1);
		assert.match(err, /SALLYPORT_MAIL_URL: without it no mail is sent/);
		await world.mail.stop();
		assert.deepEqual((await checks(run))["mail server"], [
			"failed",
			`the service cannot use localhost:${port}: ECONNREFUSED`,
		]);
	});

	it("learns from doctor and at the start that mails wait while mail is switched off", async () => {
		await world.notify("ada");
		for (const attempts of [1, 2, 3]) {
			await world.look("ada", (mail) => mail?.attempts === attempts && mail.leaseUntil === null);
			world.service.travel(10 * 60_000);
		}
		assert.deepEqual((await checks(run)).mails, [
			"warning",
			"in 7 days 2 sent, 0 failed; 1 waiting. The last answer was ECONNREFUSED",
		]);
		// A mail that waits need not wait for its next attempt.
		const { mails } = (await run("mail list --json")).json() as { mails: Array<Record<string, unknown>> };
		const waiting = mails.find(({ state }) => state === "waiting");
		await world.look("ada", (mail) => mail?.attempts === 4 && mail.leaseUntil === null);
		assert.equal((await run(`mail retry ${waiting?.id}`)).out, "1 mail waiting again.\n");
		await world.look("ada", (mail) => mail?.attempts === 1 && mail.leaseUntil === null);
		const sent = mails.find(({ state }) => state === "sent");
		assert.equal((await run(`mail retry ${sent?.id}`)).code, 1);
		assert.deepEqual(await checks(withoutMail), { mails: ["warning", "1 waiting, and none is sent"] });
		const off = await startTestService({ databaseUrl: await database.url(), settings: cheap });
		await off.stop();
		const ofMails = ({ running }: typeof off) =>
			running.warnings.filter((warning) => warning.startsWith("Mails"));
		assert.match(
			ofMails(off).join(),
			/^Mails that wait: 1\. They expire unsent as long as SALLYPORT_MAIL_URL/,
		);
		assert.deepEqual(ofMails(world.service), []);
		assert.ok(off.logged.some((line) => "mailUrl" in line));
	});
});
