// At length: it walks a journey aside, in Chromium.
// Proves: csrf-foreign-form, csrf-cross-origin, csrf-login
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { accountPage, logIn } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { type Loot, readingAttempts, unsafeAttempts } from "../support/foreign-attempts.ts";
import { type ForeignSite, startForeignSite } from "../support/foreign-site.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

describe("a page of another site, open next to a logged-in one", () => {
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
		await site.stop();
		await service.stop();
	});

	it("holds credentials that would log in if they did not come from a foreign page", async () => {
		const answer = await service.visitor().post("/api/auth/login", loot.credentials, { csrf: loot.csrf });
		assert.equal(answer.status, 200);
	});

	const places = [
		{ where: "on another site", index: 0 },
		{ where: "on another port of the same host", index: 1 },
	];
	for (const { where, index } of places) {
		it(`${where}, changes nothing in the victim's name`, () =>
			besideVictim(index, unsafeAttempts, (seen, name) => {
				assert.match(seen, /^(refused|4\d\d)$/, name);
			}));

		it(`${where}, reads nothing of what the victim sees`, () =>
			besideVictim(index, readingAttempts, (seen, name) => {
				assert.equal(seen, "refused", name);
			}));
	}

	/** After each attempt makes sure that nothing has become of it: neither in the rows nor in the browser. */
	async function besideVictim(
		index: number,
		attempts: typeof unsafeAttempts,
		judge: (seen: string, name: string) => void,
	): Promise<void> {
		const { origin = "" } = site.origins[index] ?? {};
		// The console of a foreign page tells of every refusal.
		const options = { baseUrl: service.baseUrl, alsoVisits: [origin], expects: /./ };
		await journey(options, async ({ page, context, tab }) => {
			await logIn(page, "victim");
			const [rows, cookies] = [await sessions(), await context.cookies()];
			const foreign = await tab();
			for (const [name, attempt] of Object.entries(attempts)) {
				if (foreign.url() !== `${origin}/`) await foreign.goto(`${origin}/`);
				judge(await attempt(foreign, loot), name);
				assert.deepEqual(await sessions(), rows, name);
				assert.deepEqual(await context.cookies(), cookies, name);
			}
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
