import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { closeBrowser, type Journey, journey } from "./browser.ts";
import { accountPage, logIn } from "./browser-acts.ts";
import { cheap } from "./cheap.ts";
import { type Loot, readingAttempts, unsafeAttempts } from "./foreign-attempts.ts";
import { type ForeignSite, startForeignSite } from "./foreign-site.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "./service.ts";

describe("a page of somebody else, open beside a logged-in one", () => {
	let service: TestService;
	let site: ForeignSite;
	let loot: Loot;
	before(async () => {
		service = await startTestService({ settings: cheap });
		site = await startForeignSite();
		await service.addUser("victim");
		await service.addUser("attacker");
		const csrf = await service.copiedCsrf(await service.loggedIn("attacker"));
		const credentials = JSON.stringify({ username: "attacker", password: ADMIN_PASSWORD, session: true });
		loot = { target: service.baseUrl, csrf, credentials };
	});
	after(async () => {
		await closeBrowser();
		await site.stop();
		await service.stop();
	});

	it("holds what would log in, if it did not come from a foreign page", async () => {
		const answer = await service.visitor().post("/api/auth/login", loot.credentials, { csrf: loot.csrf });
		assert.equal(answer.status, 200);
	});

	for (const index of [0, 1]) {
		const named = ["on another site", "on another port of the same host"][index];
		for (const [name, attempt] of Object.entries(unsafeAttempts)) {
			it(`${named}, changes nothing by a ${name}`, () =>
				beside(index, async (page) => {
					assert.match(await attempt(page, loot), /^(refused|403|415)$/);
				}));
		}
		for (const [name, attempt] of Object.entries(readingAttempts)) {
			it(`${named}, reads nothing by a ${name}`, () =>
				beside(index, async (page) => {
					assert.equal(await attempt(page, loot), "refused");
				}));
		}
	}

	/** Runs with the victim logged in, then makes sure that nothing has become of it: in the rows and in the browser. */
	async function beside(index: number, attack: (page: Journey["page"]) => Promise<void>): Promise<void> {
		const { origin = "" } = site.origins[index] ?? {};
		const options = { baseUrl: service.baseUrl, alsoVisits: [origin], expects: /./ };
		await journey(options, async ({ page, context, tab }) => {
			await logIn(page, service, "victim");
			const [rows, cookies] = [await sessions(), await context.cookies()];
			const foreign = await tab();
			await foreign.goto(`${origin}/`);
			await attack(foreign);
			assert.deepEqual(await sessions(), rows);
			assert.deepEqual(await context.cookies(), cookies);
			await page.reload();
			await accountPage(page);
			assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Hello, victim");
		});
	}

	function sessions() {
		const { database } = service.running.deployment.opened;
		return database.selectFrom("sessions").select(["id", "user_id", "ended_at"]).orderBy("id").execute();
	}
});
