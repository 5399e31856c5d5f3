/** The pages of a user whose logins take two steps, or are about to. */
import { randomBytes } from "node:crypto";
import { administrationOf } from "./administration.ts";
import { type Authenticator, enrol, wrongCode } from "./authenticator.ts";
import type { Page } from "./browser.ts";
import { accountPage, fillLogin, fillNewPassword, logIn } from "./browser-acts.ts";
import {
	type App,
	appOf,
	card,
	openOffer,
	sendCode,
	shownRecoveryCodes,
	storeRecoveryCodes,
} from "./browser-security.ts";
import type { PageState } from "./page-states.ts";
import { ADMIN_PASSWORD, type TestService } from "./service.ts";

const MINUTE = 60_000;

interface Owner {
	name: string;
	app: Authenticator;
}

/** A user with an app and few recovery codes, whose password another person knows. */
async function newOwner(service: TestService): Promise<Owner> {
	const name = `eve-${randomBytes(3).toString("hex")}`;
	await service.addUser(name);
	const app = await enrol(service, await service.loggedIn(name));
	for (const code of app.recoveryCodes.slice(0, 7))
		await service.visitor().logIn(name, ADMIN_PASSWORD, { code });
	service.travel(MINUTE);
	const thief = service.visitor();
	const { body } = await thief.logIn(name, ADMIN_PASSWORD);
	await thief.post("/api/auth/login/second-factor", { challenge: body?.challenge, code: wrongCode(app) });
	return { name, app };
}

/** Of the states below, which follow each other. */
let owner: Owner | null = null;
let added: App | null = null;

async function sendStep(page: Page, label: string, code: string): Promise<void> {
	await page.getByLabel(label, { exact: true }).fill(code);
	await page.keyboard.press("Enter");
}

export const pageStatesOfFactors: PageState[] = [
	{
		name: "login-second-step",
		async reach(page, service) {
			owner = await newOwner(service);
			await page.goto("login");
			await fillLogin(page, owner.name);
			await page.getByLabel("Code", { exact: true }).waitFor();
		},
	},
	{
		name: "login-second-step-wrong",
		async reach(page) {
			await sendStep(page, "Code", owner === null ? "" : wrongCode(owner.app));
			await page.getByRole("alert").getByText("This code is wrong").waitFor();
		},
	},
	{
		name: "login-recovery-code",
		async reach(page) {
			await page.getByRole("button", { name: "Use a recovery code" }).click();
			await page.getByLabel("Recovery code", { exact: true }).waitFor();
		},
	},
	{
		name: "login-second-step-waits",
		async reach(page) {
			const waits = page.getByRole("status").getByText("Too many attempts.");
			for (let tries = 0; tries < 6 && !(await waits.isVisible()); tries++) {
				await sendStep(page, "Recovery code", "0ZZZZ-ZZZZZ-ZZZZZ");
				await page.getByRole("alert").getByText("This recovery code is wrong").or(waits).waitFor();
				await page.getByRole("button", { name: "Log in" }).or(waits).waitFor();
			}
			await waits.waitFor();
		},
	},
	{
		name: "login-second-step-expired",
		async reach(page, service) {
			await page.goto("login");
			service.travel(60 * MINUTE);
			await fillLogin(page, owner?.name ?? "");
			await page.getByLabel("Code", { exact: true }).waitFor();
			service.travel(6 * MINUTE);
			await sendStep(page, "Code", owner?.app.next() ?? "");
			await page.getByRole("alert").getByText("That took too long").waitFor();
		},
	},
	{
		name: "account-few-codes",
		async reach(page) {
			await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await sendStep(page, "Code", owner?.app.next() ?? "");
			await accountPage(page);
			await card(page).getByText("recovery codes are left").waitFor();
		},
	},
	{
		name: "account-rename",
		reach: async (page) => page.getByRole("button", { name: "Rename Authenticator app" }).click(),
	},
	{
		name: "account-question",
		overlay: true,
		async reach(page) {
			await page.getByRole("button", { name: "Cancel" }).click();
			await page.getByRole("button", { name: "Turn off two-step login" }).click();
			await page.getByRole("dialog", { name: "Turn off two-step login?" }).waitFor();
		},
	},
	{
		name: "dialog-second-step",
		overlay: true,
		async reach(page, service) {
			service.travel(16 * MINUTE);
			await page.getByRole("dialog").getByRole("button", { name: "Turn it off" }).click();
			await page.getByRole("dialog", { name: "Is it you?" }).waitFor();
			await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await page.getByRole("dialog").getByLabel("Code", { exact: true }).waitFor();
		},
	},
	{
		name: "account-turned-off",
		async reach(page) {
			await sendStep(page, "Code", owner?.app.next() ?? "");
			await card(page).getByText("Two-step login is off", { exact: true }).waitFor();
		},
	},
	{
		name: "reauthenticate",
		async reach(page) {
			await page.goto("reauthenticate?next=/docs");
			await page.getByLabel("Password", { exact: true }).waitFor();
		},
	},
	{
		name: "setup-second-step",
		async reach(page, service) {
			const { name } = await newOwner(service);
			await page.goto(String((await administrationOf(service).reset(name)).setupLink));
			await fillNewPassword(page, "brass otter lantern quill");
			await page.getByRole("button", { name: "Save password and log in" }).click();
			await page.getByText("Your password is saved.").waitFor();
		},
	},
	{
		name: "account-add-app",
		async reach(page, service) {
			const name = `fay-${randomBytes(3).toString("hex")}`;
			await service.addUser(name);
			await logIn(page, service, name);
			added = appOf(service, await openOffer(page));
		},
	},
	{
		name: "account-clocks-apart",
		async reach(page) {
			await sendCode(page, added?.code(6) ?? "");
			await page.getByRole("alert").getByText("seconds apart").waitFor();
		},
	},
	{
		name: "account-codes",
		async reach(page) {
			await sendCode(page, added?.code() ?? "");
			await shownRecoveryCodes(page);
		},
	},
	{ name: "account-on", reach: storeRecoveryCodes },
];
