/** What tests of the console share: how its parts are found, and users by name. */
import assert from "node:assert/strict";
import { journey, type Page, type Response } from "./browser.ts";
import { logInAt } from "./browser-acts.ts";
import { cheap } from "./cheap-hashing.ts";
import { addPerson, administrationOf } from "./people.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "./service.ts";

export const hostile = "<img src=x onerror=alert(1)> \u05d0\u05d1\u05d2 (admin)";

/** No mail goes out. */
export const deadMail = {
	SALLYPORT_MAIL_URL: "smtp://127.0.0.1:9",
	SALLYPORT_MAIL_FROM: "login@example.com",
};

/** Ada is an admin; there are 58 users, and more than a page of them. */
export async function startConsole(settings: Record<string, string> = {}): Promise<TestService> {
	const near = { SALLYPORT_ADMIN_NETWORKS: "127.0.0.1,::1", SALLYPORT_TRUSTED_PROXIES: "127.0.0.1,::1" };
	const service = await startTestService({
		prefix: "/analytics",
		settings: { ...cheap, ...near, ...settings },
	});
	await service.addUser("ada");
	const { users } = administrationOf(service);
	await users.setRole("ada", "admin");
	await addPerson(service, "eve", { displayName: hostile, groups: ["staff"] });
	for (let number = 10; number < 65; number++)
		await users.add({ name: `w-${number}`, role: "user", passwordHash: null });
	return service;
}

/** Ada is an admin, eve is in a group, nightly is a service account; APIs have scopes; no mail goes out. */
export async function startConsoleOfService(
	settings: Record<string, string> = {},
	databaseUrl?: string,
): Promise<TestService> {
	const scopes = { SALLYPORT_SCOPES: "reports:read reports:write" };
	const service = await startTestService({
		settings: { ...cheap, ...deadMail, ...scopes, ...settings },
		...(databaseUrl !== undefined && { databaseUrl }),
	});
	const { users, groups } = administrationOf(service);
	await addPerson(service, "ada", { email: "ada@example.com" });
	await users.setRole("ada", "admin");
	await addPerson(service, "eve", { displayName: hostile, groups: ["staff"] });
	await groups.describe("staff", hostile);
	await users.add({ name: "nightly", kind: "service", role: "user", passwordHash: null });
	return service;
}

/** Where an answer is taken away. */
export const answerLost = /net::ERR_FAILED/;

/** Ada logs in on the way to a page of the console. */
export const inConsole = (
	service: TestService,
	path: string,
	road: (page: Page) => Promise<void>,
	expected: { expects?: RegExp } = {},
) =>
	journey({ ...service, ...expected, reducedMotion: "reduce" }, async ({ page }) => {
		await logInAt(page, `console/${path}`, "ada");
		await page.locator("h1:focus").waitFor();
		await road(page);
		// No name has become an element.
		assert.equal(await page.locator("main img").count(), 0);
	});

/** The names in the list of users. */
export const namesIn = (page: Page) => page.locator("tbody th a").allInnerTexts();
/** Waits until it is said what was done. */
export const toast = (page: Page, text: string) => page.locator(".toast").getByText(text).waitFor();
/** The row of a list that has this text. */
export const row = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** The form of a new user has read what it offers: else that would be the first to meet the end of the session, or the next test. */
export const formIsWhole = (page: Page) => page.locator("dialog .offered button").first().waitFor();

/** In the dialog that asks for it in the middle of an act. */
export async function confirmPassword(page: Page): Promise<void> {
	const proof = dialog(page, "Confirm it's you");
	await proof.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
	await proof.getByRole("button", { name: "Confirm" }).click();
}

export async function userNamed(service: TestService, username: string) {
	const all = { order: "username", most: 1, after: null } as const;
	const { rows } = await administrationOf(service).users.page({ username }, all);
	return rows[0] ?? assert.fail(`there is no ${username}`);
}

/** No page asks for what is not there: one asked for the user whom the next address names. */
export async function findsAll(page: Page, road: (page: Page) => Promise<void>): Promise<void> {
	const missing: string[] = [];
	const note = (response: Response) => void (response.status() === 404 && missing.push(response.url()));
	page.on("response", note);
	await road(page);
	page.off("response", note);
	assert.deepEqual(missing, []);
}
