/** What the pages of the console ask for: one list costs as many requests as another, however many rows it has. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page, Request } from "../support/browser.ts";
import { inConsole, startConsoleOfService } from "../support/console-journey.ts";
import { administrationOf } from "../support/people.ts";
import type { TestService } from "../support/service.ts";

const lists = ["users", "groups", "sessions", "events", "mails", "access-keys", "integrations/clients"];
/** More than any page asks for, and fewer than the rows of each. */
const ROWS = 12;

describe("a page of the console", () => {
	let service: TestService;
	before(async () => {
		service = await startConsoleOfService({ SALLYPORT_OIDC: "on" });
		const { users, groups, accessKeys, applications } = administrationOf(service);
		for (let number = 0; number < ROWS; number++) {
			const name = `robot-${number}`;
			await users.add({ name, kind: "service", role: "user", passwordHash: null });
			await accessKeys.add(name, { name: "nightly", scopes: [] });
			await groups.add(`group-${number}`);
			await service.addUser(`user-${number}`);
			await service.loggedIn(`user-${number}`);
			const invited = { name: `new-${number}`, role: "user", passwordHash: null } as const;
			await users.add({ ...invited, invite: "mail", profile: { email: `new-${number}@example.com` } });
			const redirectUris = [`https://app-${number}.example.com/callback`];
			await applications.add({ id: `app-${number}`, name: `App ${number}`, redirectUris });
		}
	});
	after(() => service.stop());

	for (const path of lists)
		it(`asks for nothing of a single row: ${path}`, async () => {
			await inConsole(service, "keys", async (page) => {
				const asked = await askedBy(page, async () => {
					await page.goto(`console/${path}`);
					await page
						.locator("tbody tr")
						.nth(ROWS - 1)
						.waitFor();
					await page.waitForLoadState("networkidle");
				});
				assert.ok(asked.length > 0 && asked.length < ROWS / 2, asked.join("\n"));
			});
		});
});

/** What is asked of the API in that time. */
async function askedBy(page: Page, work: () => Promise<void>): Promise<string[]> {
	const asked: string[] = [];
	const note = (request: Request) => void (request.url().includes("/api/") && asked.push(request.url()));
	page.on("request", note);
	await work();
	page.off("request", note);
	return asked;
}
