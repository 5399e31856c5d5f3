/** What users see of applications that log in through the service: the question of one, and the section of the profile. */
import { randomBytes } from "node:crypto";
import { addApplication, ONLY_ON } from "./application.ts";
import type { Page } from "./browser.ts";
import { logIn } from "./browser-acts.ts";
import { cheap } from "./cheap-hashing.ts";
import type { PageState } from "./page-states.ts";
import { plantApplication, plantApplicationLogin, plantConsent, plantToken } from "./planted-applications.ts";
import type { TestService } from "./service.ts";

export const settingsOfApplications = { ...cheap, ...ONLY_ON };

/** As long as a name can be, and in one word. */
const LONG_NAME = "grafana-of-all-regions-".padEnd(64, "x");
const EVERY_SCOPE = "openid profile email groups offline_access";

const rowOf = (page: Page, name: string) =>
	page.locator(".applications li", { has: page.getByRole("heading", { name, exact: true }) });

/** One of each kind, for the user who is logged in last. */
async function addApplications(service: TestService, userId: string): Promise<void> {
	const suffix = randomBytes(3).toString("hex");
	const [wiki, trusted, long] = ["wiki", "trusted", "long"].map((name) => `${name}-${suffix}`) as [
		string,
		string,
		string,
	];
	const { database } = service.running.deployment.opened;
	const sessions = await database.selectFrom("sessions").select("id").where("user_id", "=", userId).execute();
	const sessionId = sessions[0]?.id ?? "";
	await plantApplication(service, wiki, { name: "Wiki", launch_url: "https://wiki.example.com/" });
	await plantConsent(service, { userId, clientId: wiki });
	await plantApplicationLogin(service, { userId, clientId: wiki }, sessionId);
	await plantApplication(service, trusted, {
		name: "Files",
		trusted: 1,
		launch_url: "https://files.example.com/",
	});
	await plantApplicationLogin(service, { userId, clientId: trusted }, sessionId);
	await plantToken(service, { userId, clientId: trusted });
	await plantApplication(service, long, { name: LONG_NAME });
	await plantConsent(service, { userId, clientId: long }, EVERY_SCOPE);
}

let userId = "";

async function profileOfNewUser(page: Page, service: TestService): Promise<void> {
	const name = `kim-${randomBytes(3).toString("hex")}`;
	userId = (await service.addUser(name)).id;
	await logIn(page, name);
	await page.goto("account");
}

/** The page of a login to a new application. */
async function consentPage(
	page: Page,
	service: TestService,
	{ name, host, scope }: { name: string; host: string; scope: string },
): Promise<void> {
	const redirectUris = [`https://${host}/callback`];
	const application = await addApplication(service, {
		name,
		redirectUris,
		scopes: EVERY_SCOPE.split(" "),
		offlineDays: 30,
	});
	// Nothing stays connected without the question (OpenID Connect Core, section 11).
	await page.goto((await application.begin({ scope, prompt: "consent" })).url.href);
}

export const pageStatesOfApplications: PageState[] = [
	{
		name: "applications-empty",
		async reach(page, service, { applicationTexts }) {
			await profileOfNewUser(page, service);
			await page.getByText(applicationTexts.empty).waitFor();
		},
	},
	{
		name: "applications",
		async reach(page, service) {
			await addApplications(service, userId);
			await page.reload();
			await rowOf(page, LONG_NAME).waitFor();
		},
	},
	{
		name: "applications-end",
		overlay: true,
		async reach(page, _service, { applicationTexts }) {
			await rowOf(page, "Files").getByText(applicationTexts.end, { exact: true }).click();
			await page.getByRole("dialog", { name: applicationTexts.ending.heading("Files") }).waitFor();
		},
	},
	{
		name: "consent",
		async reach(page, service, { consentTexts }) {
			const scope = "openid profile email";
			await consentPage(page, service, { name: "Wiki", host: "wiki.example.com", scope });
			await page.getByRole("button", { name: consentTexts.allow }).waitFor();
		},
	},
	{
		name: "consent-long",
		async reach(page, service, { consentTexts }) {
			const name = randomBytes(3).toString("hex").padEnd(64, "x");
			await service.addUser(name);
			await logIn(page, name);
			const host = `${"a-host-of-many-letters.".repeat(4)}example.com`;
			await consentPage(page, service, { name: LONG_NAME, host, scope: EVERY_SCOPE });
			await page.getByText(consentTexts.stays(30)).waitFor();
		},
	},
	{
		name: "consent-expired",
		async reach(page, { running }, { consentTexts }) {
			await running.deployment.opened.database.deleteFrom("oidc_records").execute();
			await page.getByRole("button", { name: consentTexts.allow }).click();
			await page.getByText(consentTexts.problems.interaction_unknown).waitFor();
		},
	},
	{
		name: "application-unregistered",
		async reach(page, service, { frameTexts }) {
			const application = await addApplication(service);
			const redirect_uri = `https://wiki.example.com/${"path_of_many_letters_".repeat(4)}`;
			await page.goto((await application.begin({ redirect_uri })).url.href);
			await page.getByRole("heading", { name: frameTexts.refusals.application_request_invalid }).waitFor();
		},
	},
];
