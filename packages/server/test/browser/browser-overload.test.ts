// At length: it walks a journey aside, in Chromium.
/** A login refused for want of a hashing thread: the page says so and tries again by itself. */
import { after, before, describe, it } from "node:test";
import { journey } from "../support/browser.ts";
import { accountPage } from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

describe("a form refused by a service that is too busy", () => {
	const THREADS = Number(cheap.SALLYPORT_HASH_THREADS);
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_HASH_DEADLINE: "250ms" };
		service = await startTestService({ settings });
	});
	after(() => service.stop());

	it("says so, and logs in by itself when there is room", async () => {
		await service.addUser("ada");
		await journey({ ...service, alone: true }, async ({ page }) => {
			await page.clock.install();
			await page.goto("login");
			await page.clock.pauseAt(Date.now() + 60_000);
			await page.getByLabel("Username").fill("ada");
			await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			const calm = keepBusy(service);
			try {
				await page.keyboard.press("Enter");
				const text = "The service is very busy right now. This page tries again by itself in 1 second.";
				await page.getByRole("status").getByText(text).waitFor();
			} finally {
				await calm();
			}
			await page.clock.resume();
			await accountPage(page);
		});
	});

	/** A check of an expensive hash in each thread: the login is late before one of them ends. */
	function keepBusy({ running }: TestService): () => Promise<unknown> {
		const expensive = `$argon2id$v=19$m=262144,t=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
		const place = { lane: "known", from: "" } as const;
		const checks = Promise.all(
			Array.from({ length: THREADS }, () => running.hasher.verify(expensive, "any", undefined, place)),
		);
		return () => checks;
	}
});
