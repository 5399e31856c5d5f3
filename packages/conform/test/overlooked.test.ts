/** Faults of a service that a check must not take for a kept promise. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { membersOf } from "./breakages.ts";
import { type Stage, startStage } from "./stage.ts";
import type { PassedRequest, PassedResponse } from "./tampering-proxy.ts";

describe("sallyport conform finds", () => {
	let stage: Stage;
	before(async () => {
		stage = await startStage();
	});
	after(() => stage.stop());

	/** What is said of this check, when the service answers so. */
	async function outcomeOf(
		id: string,
		response: (response: PassedResponse, call: PassedRequest) => void,
	): Promise<string> {
		stage.proxy.tampering = { response };
		try {
			const { results } = await stage.examine({ only: [id] });
			return results.map(({ outcome, seen }) => `${outcome}: ${seen}`).join();
		} finally {
			stage.proxy.tampering = {};
		}
	}

	it("a login that adopts the session secret that its client brings", async () => {
		const found = await outcomeOf("login.never-adopts", (response, { path, headers }) => {
			const brought = /sallyport-sid=([\w-]+)/.exec(String(headers.cookie))?.[1];
			if (path !== "/api/auth/login" || brought === undefined) return;
			const lines = [response.headers["set-cookie"] ?? []].flat();
			response.headers["set-cookie"] = lines.map((line) =>
				line.replace(/(?<=^sallyport-sid=)[^;]+/, brought),
			);
		});
		assert.equal(found, "failed: a login adopts the secret that the client brings");
	});

	it("a CSRF token that is given once, and then no more", async () => {
		let asked = 0;
		const found = await outcomeOf("csrf.before-login", (response, { path }) => {
			if (path !== "/api/auth/csrf" || ++asked === 1) return;
			Object.assign(response, { status: 500, body: "{}" });
		});
		assert.match(found, /^failed: GET \/api\/auth\/csrf: 500/);
	});

	it("a token whose place is beyond the end of its status list", async () => {
		const found = await outcomeOf("token.status", (response) => {
			const { token } = membersOf(response);
			if (typeof token !== "string") return;
			const [head = "", , signature = ""] = token.split(".");
			const claims = decodeJwt(token) as { status: { status_list: { idx: number } } };
			claims.status.status_list.idx = 2 ** 40;
			const changed = Buffer.from(JSON.stringify(claims)).toString("base64url");
			response.body = response.body.replace(token, [head, changed, signature].join("."));
		});
		assert.equal(found, "failed: the place 1099511627776 is beyond the list");
	});

	it("no answer 401 to look at where the service gives none", async () => {
		const found = await outcomeOf("errors.challenge", (response) => {
			if (response.status === 401) response.status = 403;
		});
		assert.equal(found, "left out: nothing was answered 401");
	});
});
