/** The pages as people see them, one after the other in one browser; what is checked of a page is checked in each. */
import { randomBytes } from "node:crypto";
import type { Page } from "./browser.ts";
import { fillLogin, logIn, sessionsPage } from "./browser-acts.ts";
import { cheap } from "./cheap-hashing.ts";
import { addPerson } from "./people.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";
import type { Words } from "./words.ts";

/** A second failure makes the login page wait. Mail is offered, and never arrives. */
export const settingsOfStates = {
	...cheap,
	SALLYPORT_ACCOUNT_FAILURES: "1",
	SALLYPORT_MAIL_URL: "smtp://localhost:1",
	SALLYPORT_MAIL_FROM: "login@example.com",
};

export interface PageState {
	name: string;
	/** Leads there from the state before, by the words of the language that is asked for. */
	reach: (page: Page, service: TestService, words: Words) => Promise<void>;
	/** Covers the page, so that a picture of all of it would mislead. */
	overlay?: boolean;
	/** So large, and English in every language, that one language is examined, and of the rest only the width. */
	english?: boolean;
}

const MINUTE = 60_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

export const pageStates: PageState[] = [
	{ name: "missing", reach: async (page) => void (await page.goto("nowhere")) },
	{ name: "login", reach: async (page) => void (await page.goto("login")) },
	{
		name: "login-refused",
		async reach(page, _service, { texts }) {
			await fillLogin(page, `grace-${randomBytes(3).toString("hex")}`, "not the password at all");
			await page.getByRole("alert").getByText(texts.problems.invalid_credentials).waitFor();
		},
	},
	{
		name: "login-waits",
		async reach(page, _service, { texts }) {
			await page.getByLabel(texts.password, { exact: true }).fill("not the password either");
			await page.keyboard.press("Enter");
			await page.getByRole("status").getByText(texts.problems.rate_limited).waitFor();
		},
	},
	{
		name: "login-stopped",
		async reach(page, _service, { texts }) {
			await page.getByRole("button", { name: texts.wait.stop }).click();
			const [stopped = ""] = texts.wait.stopped("").split(".");
			await page.getByRole("status").getByText(stopped).waitFor();
		},
	},
	{ name: "login-ended", reach: async (page) => void (await page.goto("login?ended=session_expired")) },
	{ name: "recovery", reach: async (page) => void (await page.goto("recovery")) },
	{
		name: "recovery-sent",
		async reach(page, _service, { recoveryTexts }) {
			await page.getByLabel(recoveryTexts.login).fill("ada@example.com");
			await page.keyboard.press("Enter");
			await page.getByRole("status").getByText(recoveryTexts.sent).waitFor();
		},
	},
	{
		name: "setup-incomplete",
		async reach(page, _service, { setupTexts }) {
			await page.goto("setup");
			await page.getByRole("alert").getByText(setupTexts.incomplete).waitFor();
		},
	},
	{
		name: "setup",
		async reach(page, { running }, { newPasswordTexts }) {
			await page.goto(String(running.setupLink));
			await page.getByLabel(newPasswordTexts.first, { exact: true }).fill("correct");
		},
	},
	{
		name: "account",
		async reach(page, service) {
			const name = `ada-${randomBytes(3).toString("hex")}`;
			await addPerson(service, name, {
				displayName: "Ada Lovelace",
				email: "ada.lovelace@example.com",
				groups: ["analysts", "staff"],
			});
			await service.visitor({ "user-agent": FIREFOX }).logIn(name, ADMIN_PASSWORD, { session: true });
			await service.visitor({ "user-agent": "curl/8.14.1" }).logIn(name, ADMIN_PASSWORD);
			await service.visitor().logIn(name, "not the password at all");
			service.travel(MINUTE);
			await logIn(page, name);
		},
	},
	{
		name: "email-wrong",
		async reach(page, _service, { emailTexts }) {
			await page.goto("email");
			await page.getByLabel(emailTexts.email).fill("ada");
			await page.keyboard.press("Enter");
			await page.getByRole("alert").getByText(emailTexts.wrong).waitFor();
		},
	},
	{
		name: "email-confirm",
		async reach(page, _service, { emailTexts }) {
			await page.goto("email#token=unknown");
			await page.getByRole("button", { name: emailTexts.submitConfirm }).click();
			await page.getByRole("alert").getByText(emailTexts.invalid).waitFor();
		},
	},
	{
		name: "programs",
		async reach(page, _service, { programTexts }) {
			await page.goto("account/programs");
			await page.getByRole("radio", { name: programTexts.login.cookie }).check();
		},
	},
	{ name: "sessions", reach: (page) => sessionsPage(page) },
	{
		name: "dialog",
		overlay: true,
		async reach(page, service, { sessionTexts, reauthenticateTexts }) {
			service.travel(16 * MINUTE);
			await page.getByRole("button", { name: sessionTexts.endOthers }).click();
			await page.getByRole("dialog", { name: reauthenticateTexts.heading }).waitFor();
		},
	},
	{
		name: "docs",
		english: true,
		async reach(page) {
			await page.goto("docs");
			await page.getByRole("heading", { name: "POST /api/auth/login", exact: true }).click();
			await page.getByRole("heading", { name: "GET /api/auth/sessions" }).click();
		},
	},
];
