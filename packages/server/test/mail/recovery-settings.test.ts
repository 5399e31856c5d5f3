/** What settings change in recoveries, and what a recovery costs, for any user. */
// Proves: recovery-by-mail
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ranks } from "../../src/platform/outbox/delivery-store.ts";
import { MOST_AT_ONCE } from "../../src/platform/outbox/send-deliveries.ts";
import { tokenOf } from "../support/administration.ts";
import { addAppAtLogin, makeOverdue, returning } from "../support/enrolment.ts";
import { eventually, whileNext } from "../support/interleave.ts";
import { type MailWorld, startMailWorld } from "../support/mail-world.ts";
import { assertProblem } from "../support/problem.ts";
import type { TestService } from "../support/service.ts";
import { watchStatements } from "../support/watch-statements.ts";

const minute = 60_000;
const password = "five words nobody else has";
const sent = { kind: "recovery", target: "mail", state: "sent", rank: ranks.unauthenticated } as const;

describe("where it is set otherwise", () => {
	const started: MailWorld[] = [];
	after(async () => {
		for (const world of started) await world.stop();
	});
	async function worldWith(settings: Record<string, string>): Promise<MailWorld> {
		const world = await startMailWorld({ settings });
		started.push(world);
		await world.addReader("ada", "ada@example.com", { role: "admin" });
		return world;
	}

	it("admins recover by mail too", async () => {
		const world = await worldWith({ SALLYPORT_RECOVERY_ADMINS: "on" });
		await world.service.visitor().post("/api/auth/recovery", { login: "ada" });
		const { link } = await world.mail.next("ada@example.com");
		const answer = await world.service.visitor().post("/api/auth/setup", { token: tokenOf(link), password });
		assert.equal(answer.status, 200);
	});

	// Proves: enrolment-at-login
	it("a recovery adds no second factor that is overdue, unless its browser was the user's before", async () => {
		const { service, mail, addReader } = await worldWith({ SALLYPORT_SECOND_FACTOR: "everybody" });
		for (const [name, offers] of [
			["ben", "undefined"],
			["dan", "string"],
		] as const) {
			await addReader(name, `${name}@example.com`);
			const own = await service.loggedIn(name);
			await makeOverdue(service, name);
			const browser = offers === "string" ? returning(service, own) : service.visitor();
			assert.equal((await browser.post("/api/auth/recovery", { login: name })).status, 202);
			const { link } = await mail.next(`${name}@example.com`, /^Set a new/);
			const setup = { token: tokenOf(link), password };
			const refused = await browser.post("/api/auth/setup", setup);
			assertProblem(refused, "enrolment_required");
			assert.equal(typeof refused.body?.challenge, offers, name);
			if (offers === "undefined") continue;
			const { activation, path } = await addAppAtLogin(service, browser, refused);
			assert.equal((await browser.post(path, activation)).status, 200);
		}
	});

	it("nothing is recovered by mail", async () => {
		const world = await worldWith({ SALLYPORT_RECOVERY: "off" });
		assertProblem(await world.service.visitor().post("/api/auth/recovery", { login: "ada" }), "not_found");
		await world.looked();
		assert.equal(world.mail.received.length, 0);
	});

	it("recoveries use up half of an hour's mails, and no more; the rest is sent in the next hour", async () => {
		const world = await worldWith({ SALLYPORT_MAIL_PER_HOUR: "4" });
		const { service, mail } = world;
		for (const name of ["ben", "dan"]) await world.addReader(name, `${name}@example.com`);
		// The two of this hour.
		const now = Date.now();
		const { database } = service.running.deployment.opened;
		for (const id of ["one", "another"])
			await database
				.insertInto("deliveries")
				.values({ id, ...sent, created_at: now, next_at: now, expires_at: now })
				.execute();
		await service.visitor().post("/api/auth/recovery", { login: "dan" });
		await lookedIn(service);
		assert.equal(mail.received.length, 0);
		for (const name of ["ada", "ben", "ben"]) await world.notify(name);
		for (const name of ["ada", "ben"]) await mail.next(`${name}@example.com`);
		await lookedIn(service);
		assert.equal(mail.received.length, 2);
		service.travel(61 * minute);
		await mail.next("ben@example.com");
		await mail.next("dan@example.com");
	});

	// It was no longer under way, and not yet among those that were found as sent: one more went out than may.
	it("a mail that ends while the mails of the hour are counted is one of them", async () => {
		const world = await worldWith({ SALLYPORT_MAIL_PER_HOUR: "2" });
		const { service, mail } = world;
		const { opened, outbox } = service.running.deployment;
		const recover = (login: string) => service.visitor().post("/api/auth/recovery", { login });
		for (const name of ["ben", "dan"]) await world.addReader(name, `${name}@example.com`);
		const [goOn, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		mail.behave(() => goOn.promise);
		await recover("ben");
		await mail.next("ben@example.com");
		const executor = opened.reads.getExecutor();
		const { executeQuery } = executor;
		executor.executeQuery = async (query) => {
			const counted = await executeQuery.call(executor, query);
			if (!query.sql.endsWith('group by "rank"')) return counted as never;
			executor.executeQuery = executeQuery;
			whileNext(outbox as never, "nudge" as never, async () => ended.resolve());
			goOn.resolve();
			await ended.promise;
			return counted as never;
		};
		await recover("dan");
		await ended.promise;
		await lookedIn(service);
		const tried = opened.database.selectFrom("deliveries").select("id").where("attempts", ">", 0);
		assert.equal((await tried.execute()).length, 1);
	});
});

/** What was due has been sent, or has to wait: the second look begins when the first one has come to its end. */
async function lookedIn({ running }: TestService): Promise<void> {
	await watchStatements((seen) =>
		eventually(async () => {
			running.deployment.outbox.nudge();
			return (
				seen.filter((sql) => /^select "id" from "deliveries".* "rank" in \(\?, \?\)/.test(sql)).length > 1
			);
		}),
	);
}

/** On a slow machine, a round of maintenance falls into some of the requests. */
const OF_MAINTENANCE = 3;

it("sixty recoveries get the same bytes for the same statements, whether or not there is such a user", async (context) => {
	const world = await startMailWorld();
	context.after(world.stop);
	const { service, mail } = world;
	for (let user = 0; user < 30; user++) await world.addReader(`usual${user}`, `usual${user}@example.com`);
	// Nothing is looked up until then: what is seen is what the requests ask for.
	const goOn = [await world.holdUp(), await world.holdUpRecoveries()];
	const seen = new Map<string, { known: number; unknown: number }>();
	for (let request = 0; request < 60; request++) {
		const number = request >> 1;
		const known = number % 2 === 0 ? `usual${number}` : `usual${number}@example.com`;
		const login = request % 2 === 0 ? known : `un${known}`;
		const visitor = service.visitor({ "x-forwarded-for": `192.0.2.${request}` });
		await visitor.get("/api/auth/csrf");
		let answer = "";
		const statements = await watchStatements(async () => {
			const { status, text, headers } = await visitor.post("/api/auth/recovery", { login });
			const names = [...headers].map(([name, value]) =>
				/^(date|x-request-id)$/.test(name) ? name : `${name}: ${value}`,
			);
			answer = [status, ...names, text].join("\n");
		});
		const all = `${answer}\n${statements.join("\n")}`;
		const times = seen.get(all) ?? { known: 0, unknown: 0 };
		times[login === known ? "known" : "unknown"]++;
		seen.set(all, times);
	}
	const usual = [...seen.values()].filter(
		({ known, unknown }) => Math.min(known, unknown) >= 30 - OF_MAINTENANCE,
	);
	assert.equal(
		usual.length,
		1,
		[...seen].map(([all, times]) => `${JSON.stringify(times)}\n${all}`).join("\n\n"),
	);
	for (const go of goOn) go();
	for (let known = 0; known < 30; known++) await mail.next(`usual${known}@example.com`);
	assert.equal(mail.received.length, 30 + 2 * MOST_AT_ONCE);
});
