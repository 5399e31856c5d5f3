/** What a person sees who opens an address in a browser and cannot be served. Programs get a problem document. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cheap } from "../support/cheap-hashing.ts";
import { startPostgres } from "../support/postgres-cluster.ts";
import { assertProblem, assertSafeHeaders } from "../support/problem.ts";
import { startTestService } from "../support/service.ts";
import type { Answer } from "../support/visitor.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const navigation = { accept: BROWSER };

function assertPage(answer: Answer, status: number, heading: string): void {
	const { headers, text } = answer;
	assert.equal(answer.status, status);
	assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
	assert.match(headers.get("vary") ?? "", /\bAccept\b/);
	assert.match(headers.get("content-security-policy") ?? "", /script-src 'self'/);
	assertSafeHeaders(answer);
	assert.ok(text.includes(`<h1>${heading}</h1>`), text);
	const hasId = text.includes(headers.get("x-request-id") ?? "none");
	assert.equal(hasId, status >= 500, "what the log has, where the operator has to look");
	assert.doesNotMatch(text, /<script|csrf-token/);
}

describe("a refusal in a browser", () => {
	for (const prefix of ["", "/analytics"]) {
		it(`is a page that leads to the start page, base path "${prefix}"`, async () => {
			const service = await startTestService({ settings: cheap, prefix });
			try {
				const visitor = service.visitor();
				const answer = await visitor.get("/nowhere/<script>alert(1)</script>", navigation);
				assertPage(answer, 404, "This page does not exist");
				assert.ok(!answer.text.includes("alert"));
				const [, home = ""] = /<a href="([^"]+)">Go to the start page/.exec(answer.text) ?? [];
				assert.equal(home, `${prefix}/`);
				for (const [, file = ""] of answer.text.matchAll(/(?:src|href)="([^"]+\.(?:css|svg))"/g))
					assert.equal((await fetch(new URL(file, service.baseUrl))).status, 200, file);
				const posted = await visitor.request("POST", "/login", { headers: navigation });
				assertPage(posted, 405, "Method not allowed");
				assert.doesNotMatch(posted.text, /header Allow/, "that is for programs");
				assert.equal(posted.headers.get("allow"), "GET, HEAD, OPTIONS");
			} finally {
				await service.stop();
			}
		});
	}

	it("is data for a program, and everywhere under /api", async () => {
		const service = await startTestService({ settings: cheap });
		try {
			const visitor = service.visitor();
			const java = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";
			const programs = [undefined, "*/*", "application/json", "application/json, text/html", java];
			for (const accept of programs)
				assertProblem(await visitor.get("/nowhere", accept === undefined ? {} : { accept }), "not_found");
			assertProblem(await visitor.get("/api/nowhere", navigation), "not_found");
			assertProblem(await visitor.get("/api/auth/session", navigation), "unauthenticated");
		} finally {
			await service.stop();
		}
	});

	it("is read by no other origin, even one that may call the API", async () => {
		const origin = "https://shop.example";
		const service = await startTestService({ settings: { ...cheap, SALLYPORT_ALLOWED_ORIGINS: origin } });
		try {
			const visitor = service.visitor({ origin });
			const data = await visitor.get("/nowhere");
			assert.equal(data.headers.get("access-control-allow-origin"), origin);
			const page = await visitor.get("/nowhere", navigation);
			assertPage(page, 404, "This page does not exist");
			assert.equal(page.headers.get("access-control-allow-origin"), null);
		} finally {
			await service.stop();
		}
	});

	it("comes while the database is gone, and says when to come back", async () => {
		const cluster = await startPostgres();
		const service = await startTestService({ databaseUrl: cluster.url("postgres"), settings: cheap });
		try {
			await service.addUser("ada");
			const user = await service.loggedIn("ada");
			await cluster.stop();
			const answer = await user.get("/account", navigation);
			assertPage(answer, 503, "Not available right now");
			assert.ok(Number(answer.headers.get("retry-after")) >= 1);
			assert.ok(!answer.text.includes("postgres"));
		} finally {
			await cluster.stop();
			// Nothing can be written down any more at the stop.
			await service.stop().catch(() => {});
		}
	});
});
