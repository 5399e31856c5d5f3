// Proves: refusal-counts
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RefusedCredential } from "../errors.ts";
import type { ReasonOf } from "./events.ts";
import { createRefusalCounts, eventOfCount, type Refusal, type RefusalCount } from "./refusal-counts.ts";

const HOUR = 3_600_000;

function refusal(
	given: {
		address?: string;
		event?: Refusal["event"];
		code?: string;
		reason?: ReasonOf<"oidc_refused">;
		application?: string;
		subject?: RefusedCredential;
	} = {},
): Refusal {
	const { address = "192.0.2.1", event = "malicious_csrf", code = "csrf_invalid", subject = null } = given;
	const client = { address, userAgent: "planted agent", requestId: "r" };
	const reason = given.reason === undefined ? {} : { reason: given.reason };
	const application = given.application === undefined ? {} : { application: given.application };
	return { event, client, subject, detail: { code, ...reason, ...application } };
}

const sum = (counts: RefusalCount[]) => counts.reduce((total, { more }) => total + more, 0);

describe("which refusals become a row", () => {
	it("the first of a place becomes one at once; the rest are counted until their minute is written", () => {
		const counts = createRefusalCounts();
		assert.equal(counts.isFirst(refusal(), 1000), true);
		for (let more = 1; more <= 999; more++) assert.equal(counts.isFirst(refusal(), 1000 + more), false);
		assert.deepEqual(counts.take(1000), [], "its minute is not over");
		const [count, ...others] = counts.take(1001);
		assert.deepEqual([count?.more, count?.since, others], [999, 1000, []]);
		assert.deepEqual(counts.take(HOUR), [], "reported once");
		assert.equal(counts.isFirst(refusal(), 70_000), true, "a new minute");
	});

	it("a place that was quiet after its first refusal leaves nothing", () => {
		const counts = createRefusalCounts();
		counts.isFirst(refusal(), 0);
		assert.deepEqual(counts.take(HOUR), []);
	});

	it("events, codes, reasons, applications, addresses and sessions are kept apart; the addresses of one /64 are not", () => {
		const counts = createRefusalCounts();
		const subject = { userId: "u", sessionId: "s", kind: "cookie" } as const;
		const firsts = [
			refusal({ address: "2001:db8:0:1::1" }),
			refusal({ address: "2001:db8:0:2::1" }),
			refusal({ address: "2001:db8:0:1::1", event: "malicious_cors" }),
			refusal({ address: "2001:db8:0:1::1", code: "csrf_missing" }),
			refusal({ address: "2001:db8:0:1::1", code: "csrf_missing", reason: "wrong_verifier" }),
			refusal({ address: "2001:db8:0:1::1", application: "quiet" }),
			refusal({ address: "2001:db8:0:1::1", subject }),
		];
		for (const each of firsts) assert.equal(counts.isFirst(each, 0), true);
		const missing = { address: "2001:db8:0:1:ffff::2", code: "csrf_missing" };
		assert.equal(counts.isFirst(refusal(missing), 0), false);
		assert.equal(counts.isFirst(refusal({ ...missing, reason: "wrong_verifier" }), 0), false);
		assert.deepEqual(
			counts.take(HOUR).map((count) => {
				const { code, reason }: { code?: unknown; reason?: unknown } = eventOfCount(count).detail ?? {};
				return [code, reason];
			}),
			[
				["csrf_missing", undefined],
				["csrf_missing", "wrong_verifier"],
			],
			"the count says which, since the level depends on it",
		);
	});

	it("a client with too many addresses is counted as one, and only its addresses are lost", () => {
		const counts = createRefusalCounts(500);
		let rows = 0;
		for (let one = 0; one < 1000; one++) {
			const from = refusal({ address: `198.51.${one >> 8}.${one & 255}` });
			if (counts.isFirst(from, one)) rows += 1;
		}
		assert.equal(rows, 500);
		const taken = counts.take(HOUR);
		assert.deepEqual(taken, [
			{
				event: "malicious_csrf",
				code: "csrf_invalid",
				reason: null,
				application: null,
				from: null,
				since: 500,
				more: 500,
			},
		]);
		const event = taken.map(eventOfCount)[0];
		assert.deepEqual([event?.client, event?.userId, event?.detail?.more], [null, null, 500]);
	});

	it("a flood of other events leaves the use of revoked tokens its places, and neither takes more than its own", () => {
		const counts = createRefusalCounts(500);
		const flood = (event: Refusal["event"]) => {
			let rows = 0;
			for (let one = 0; one < 1000; one++)
				if (counts.isFirst(refusal({ event, address: `198.51.${one >> 8}.${one & 255}` }), one)) rows += 1;
			return rows;
		};
		assert.deepEqual([flood("malicious_csrf"), flood("malicious_cors")], [500, 0]);
		assert.equal(flood("authn_token_reuse"), 500);
		const anonymous = counts.take(HOUR).map(({ event, from, more }) => [event, from, more]);
		assert.deepEqual(anonymous, [
			["authn_token_reuse", null, 500],
			["malicious_csrf", null, 500],
			["malicious_cors", null, 1000],
		]);
	});

	it("one user fills no more than 20 places, whatever sessions; the rest is one row that names the user", () => {
		const counts = createRefusalCounts(500);
		const refused = (userId: string, session: number, event: Refusal["event"] = "authn_token_reuse") =>
			refusal({ event, subject: { userId, sessionId: `${userId}${session}`, kind: "cookie" } });
		let rows = 0;
		for (let one = 0; one < 1000; one++) if (counts.isFirst(refused("eve", one % 500), one)) rows += 1;
		assert.equal(rows, 20);
		assert.equal(counts.isFirst(refused("ada", 1), 1000), true, "another user has a place");
		const taken = counts.take(HOUR);
		assert.equal(sum(taken), 980);
		const [event, ...others] = taken
			.filter(({ from }) => from !== null && !("client" in from))
			.map(eventOfCount);
		assert.deepEqual(others, []);
		assert.deepEqual(
			[event?.userId, event?.sessionId, event?.client, event?.detail?.more],
			["eve", null, null, 960],
		);
	});

	it("an application that is refused often hides no refusal of another one, from the same address or from many", () => {
		const counts = createRefusalCounts(500);
		const refused = (application: string, address = "192.0.2.1") =>
			refusal({
				event: "oidc_refused",
				code: "invalid_client",
				reason: "no_such_secret",
				application,
				address,
			});
		let rows = 0;
		for (let one = 0; one < 1000; one++)
			if (counts.isFirst(refused("noisy", `198.51.${one >> 8}.${one & 255}`), one)) rows += 1;
		assert.equal(rows, 50);
		assert.equal(counts.isFirst(refused("noisy"), 1000), false);
		assert.equal(counts.isFirst(refused("quiet"), 1000), true);
		assert.equal(counts.isFirst(refusal(), 1000), true, "another event, from an address of its own");
		counts.isFirst(refused("quiet"), 1001);
		assert.deepEqual(
			counts.take(HOUR).map((count) => {
				const { application, more }: { application?: unknown; more?: unknown } =
					eventOfCount(count).detail ?? {};
				return [application, more];
			}),
			[
				["noisy", 951],
				["quiet", 1],
			],
		);
	});

	it("what could not be written is counted again, in no more places than before", () => {
		const counts = createRefusalCounts(2);
		let all = 0;
		for (let attempt = 1; attempt <= 50; attempt++) {
			const taken = counts.take(HOUR);
			for (let address = 1; address <= 5; address++) {
				const from = refusal({ address: `192.0.2.${attempt * 5 - address}` });
				if (counts.isFirst(from, attempt))
					counts.putBack([
						{
							event: from.event,
							code: "csrf_invalid",
							reason: null,
							application: null,
							from,
							since: attempt,
							more: 1,
						},
					]);
				all += 1;
			}
			counts.putBack(taken);
		}
		const taken = counts.take(HOUR);
		assert.ok(taken.length <= 3, `${taken.length} places`);
		assert.equal(sum(taken), all);
		assert.equal(Math.min(...taken.map(({ since }) => since)), 1);
	});
});
