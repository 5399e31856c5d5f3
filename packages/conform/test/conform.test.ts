// At length: it breaks every promise once, and sees the check that finds it.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { trusted } from "../../server/test/support/trusted-certificate.ts";
import { type conform, groups } from "../src/conform.ts";
import { breakages } from "./all-breakages.ts";
import { membersOf } from "./breakages.ts";
import { beforeFrontEnds } from "./breakages-of-front-ends.ts";
import { type Stage, startStage, user } from "./stage.ts";

const failed = ({ results }: Awaited<ReturnType<typeof conform>>) =>
	results.filter(({ outcome }) => outcome === "failed").map(({ id, seen }) => `${id}: ${seen}`);
const leftOut = ({ results }: Awaited<ReturnType<typeof conform>>) =>
	results.filter(({ outcome }) => outcome === "left out").map(({ id }) => id);

/** The user of the first stage is no admin. */
const ofAdmins = ["list", "filters", "cursor"].map((name) => `administration.${name}`);

describe("sallyport conform against a service", () => {
	let plain: Stage;
	let tls: Stage;
	before(async () => {
		plain = await startStage();
		tls = await startStage("/analytics", trusted);
	});
	after(async () => {
		await plain.stop();
		await tls.stop();
	});

	it("finds every promise kept and ends all its sessions", async () => {
		const found = await plain.examine();
		assert.deepEqual(failed(found), []);
		assert.deepEqual(leftOut(found), [
			"gateway.claims",
			"discovery.token-claims",
			"mail.recovery-alike",
			...ofAdmins,
			"own-factors.passkey",
			"own-factors.app",
			"headers.hsts",
		]);
		assert.deepEqual(found.sessions, { begun: 5, notEnded: 0 });
		assert.equal(found.wrongPasswords, 2);
		assert.ok(found.requests <= 220);
		const browser = await plain.service.loggedIn(user.name);
		const { body } = await browser.get("/api/auth/sessions");
		assert.equal((body as { sessions: unknown[] }).sessions.length, 1);
		await browser.post("/api/auth/logout");
	});

	it("finds every promise kept over TLS and under a path prefix", async () => {
		const found = await tls.examine({ withFactors: true });
		assert.deepEqual([failed(found), leftOut(found)], [[], []]);
		assert.deepEqual(found.sessions, { begun: 7, notEnded: 0 });
		const { body } = await (await tls.service.loggedIn(user.name)).get("/api/auth/factors");
		assert.deepEqual(body?.factors, []);
	});

	it("finds every promise kept behind the proxy, at the service's own address", async () => {
		const { port } = tls.service;
		const found = await tls.examine({ at: `http://127.0.0.1:${port}/analytics`, withFactors: true });
		assert.deepEqual([failed(found), leftOut(found)], [[], []]);
	});

	it("checks what needs no login when it has no user", async () => {
		const found = await plain.examine({ user: null });
		assert.deepEqual(failed(found), []);
		assert.deepEqual([found.sessions.begun, found.wrongPasswords], [0, 1]);
		const kept = found.results.filter(({ outcome }) => outcome === "ok").map(({ id }) => id);
		assert.ok(
			kept.includes("csrf.heals") && kept.includes("origin.null") && kept.includes("cookies.http-only"),
		);
	});

	it("leaves out what an earlier release does not offer", async () => {
		const earlier = beforeFrontEnds.map(({ tampering }) => tampering());
		plain.proxy.tampering = {
			response(response, call) {
				for (const each of earlier) each.response?.(response, call);
			},
		};
		const found = await plain.examine({ only: ["frontend"] });
		plain.proxy.tampering = {};
		assert.deepEqual(failed(found), []);
		assert.deepEqual(
			leftOut(found),
			found.results.map(({ id }) => id),
		);
	});

	it("checks one group alone", async () => {
		const found = await plain.examine({ only: ["session"] });
		assert.deepEqual(failed(found), []);
		assert.deepEqual(new Set(found.results.map((each) => each.group)), new Set(["session"]));
		assert.equal(found.sessions.notEnded, 0);
	});

	it("never tries a wrong password twice", async () => {
		const found = await plain.examine({ user: { name: user.name, password: "not the password" } });
		assert.deepEqual(failed(found), ["login.token-answer: POST /api/auth/login: 401 invalid_credentials"]);
		assert.deepEqual([found.sessions.begun, found.wrongPasswords], [0, 2]);
	});

	it("ends its sessions when it is interrupted", async () => {
		const interruption = new AbortController();
		const progress = (group: string) => {
			if (group === "token") interruption.abort();
		};
		const { sessions, results } = await plain.examine({ signal: interruption.signal, progress });
		assert.deepEqual(sessions, { begun: 5, notEnded: 0 });
		assert.ok(!results.some(({ group }) => group === "token"));
	});

	it("reports the sessions that it could not end", async () => {
		plain.proxy.tampering = {
			response(response, { path }) {
				if (path === "/api/auth/logout") response.status = 503;
			},
		};
		const { sessions } = await plain.examine({ only: ["session"] });
		plain.proxy.tampering = {};
		assert.deepEqual(sessions, { begun: 5, notEnded: 4 });
	});

	it("finishes whatever a service sends", async () => {
		for (const body of ["{}", "null", '{"keys":[null],"token":"a.b.c","csrf":"\n"}', "<html>"]) {
			plain.proxy.tampering = {
				response(response, { path }) {
					if (!path.startsWith("/.well-known/oauth")) response.body = body;
				},
			};
			const found = await plain.examine();
			plain.proxy.tampering = {};
			assert.ok(failed(found).length > 10);
		}
	});

	for (const [changes, outcome] of [
		[1, "ok"],
		[Number.POSITIVE_INFINITY, "failed"],
	] as const) {
		it(`calls a status list that changes ${changes} times while it is read ${outcome}`, async () => {
			let changed = 0;
			plain.proxy.tampering = {
				call(call) {
					if (call.headers["if-none-match"] === undefined || changed === changes) return;
					delete call.headers["if-none-match"];
					call.headers["x-changed"] = String(++changed);
				},
				response(response, call) {
					const change = call.headers["x-changed"];
					if (change !== undefined) response.headers.etag = `"changed-${change}"`;
				},
			};
			const { results } = await plain.examine({ only: ["discovery"] });
			plain.proxy.tampering = {};
			const lists = results.find(({ id }) => id === "discovery.status-lists");
			assert.equal(lists?.outcome, outcome, lists?.seen ?? "");
			assert.equal(changed, Math.min(changes, 3), "it was read so often, and no more");
		});
	}

	it("calls a status list without an ETag failed", async () => {
		plain.proxy.tampering = {
			response(response, { path }) {
				if (path.startsWith("/api/auth/status/")) delete response.headers.etag;
			},
		};
		const found = await plain.examine({ only: ["discovery"] });
		plain.proxy.tampering = {};
		assert.deepEqual(failed(found), ["discovery.status-lists: the list has no ETag"]);
	});

	it("never shows a secret, wherever a service puts it", async () => {
		const secrets = new Set<string>([user.password]);
		plain.proxy.tampering = {
			response(response) {
				const { token, csrf } = membersOf(response);
				for (const secret of [token, csrf]) if (typeof secret === "string") secrets.add(secret);
				response.headers.server = [...secrets].join(" ");
				response.headers["ratelimit-policy"] = user.password;
				if (typeof token === "string") response.body = JSON.stringify({ [token]: 1, [user.password]: 2 });
			},
		};
		const found = await plain.examine();
		plain.proxy.tampering = {};
		assert.ok(failed(found).some((line) => line.startsWith("login.token-answer")));
		const shown = JSON.stringify(found);
		for (const secret of secrets) assert.ok(!shown.includes(secret), shown);
	});

	it("judges errors, cookies and headers by the responses to other checks too", async () => {
		plain.proxy.tampering = {
			response(response, { path }) {
				if (path === "/api/auth/renew" && response.status >= 400)
					response.headers["content-type"] = "application/json; charset=utf-8";
				if (path !== "/api/auth/renew" || response.headers["set-cookie"] === undefined) return;
				response.headers.server = "nginx/1.27.0";
				const lines = [response.headers["set-cookie"]].flat();
				response.headers["set-cookie"] = lines.map((line) => line.replace("; HttpOnly", ""));
			},
		};
		const found = await plain.examine({ only: ["csrf", "session", "errors", "cookies", "headers"] });
		plain.proxy.tampering = {};
		const broken = failed(found).map((line) => line.split(": ", 1)[0]);
		assert.deepEqual(broken, ["errors.problem", "cookies.http-only", "headers.silent"]);
	});

	for (const { id, tampering, https } of breakages) {
		const [group = ""] = id.split(".");
		// Without the pages, the visit is given too few cookies.
		const withFactors = group === "own-factors";
		const only = group === "cookies" ? ["discovery", group] : [group];
		it(`finds the broken promise ${id} and no other of its group`, async () => {
			const { proxy, examine } = https ? tls : plain;
			proxy.tampering = tampering();
			try {
				const found = await examine({ only, withFactors });
				assert.deepEqual(
					failed(found).map((line) => line.split(": ", 1)[0]),
					[id],
					failed(found).join("\n"),
				);
				assert.ok(found.results.every((each) => only.includes(each.group)));
			} finally {
				proxy.tampering = {};
			}
		});
	}

	it("has a failing case for every check", () => {
		const checks = Object.values(groups).flatMap((of) => of.map(({ id }) => id));
		assert.deepEqual(breakages.map(({ id }) => id).sort(), checks.sort());
	});
});
