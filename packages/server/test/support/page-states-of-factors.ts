/** The pages of a user whose logins take two steps, or are about to. */
import { randomBytes } from "node:crypto";
import { usersOf } from "./administration.ts";
import { type Authenticator, enrol, wrongCode } from "./authenticator.ts";
import type { Page } from "./browser.ts";
import { fillLogin, fillNewPassword, logIn } from "./browser-acts.ts";
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

interface UserWithApp {
	name: string;
	app: Authenticator;
}

async function newUser(service: TestService): Promise<UserWithApp> {
	const name = `eve-${randomBytes(3).toString("hex")}`;
	await service.addUser(name);
	return { name, app: await enrol(service, await service.loggedIn(name)) };
}

/** A user with few recovery codes, whose password another person knows. */
async function newUserWithFewCodes(service: TestService): Promise<UserWithApp> {
	const { name, app } = await newUser(service);
	for (const code of app.recoveryCodes.slice(0, 7))
		await service.visitor().logIn(name, ADMIN_PASSWORD, { code });
	service.travel(MINUTE);
	const attacker = service.visitor();
	const { body } = await attacker.logIn(name, ADMIN_PASSWORD);
	await attacker.post("/api/auth/login/second-factor", { challenge: body?.challenge, code: wrongCode(app) });
	return { name, app };
}

/** The user of the states below, which follow each other. */
let user: UserWithApp | null = null;
let added: App | null = null;

const step = (page: Page) => page.locator("#second-factor-code");

async function sendStep(page: Page, code: string): Promise<void> {
	await step(page).fill(code);
	await page.keyboard.press("Enter");
}

export const pageStatesOfFactors: PageState[] = [
	{
		name: "login-second-step",
		async reach(page, service, { secondStepTexts }) {
			user = await newUserWithFewCodes(service);
			await page.goto("login");
			await fillLogin(page, user.name);
			await page.getByLabel(secondStepTexts.totp.label, { exact: true }).waitFor();
		},
	},
	{
		name: "login-second-step-wrong",
		async reach(page, _service, { secondStepTexts }) {
			await sendStep(page, user === null ? "" : wrongCode(user.app));
			await page.getByRole("alert").getByText(secondStepTexts.totp.wrong).waitFor();
		},
	},
	{
		name: "login-recovery-code",
		async reach(page, _service, { secondStepTexts }) {
			const { choose, label } = secondStepTexts.recovery_code;
			await page.getByRole("button", { name: choose }).click();
			await page.getByLabel(label, { exact: true }).waitFor();
		},
	},
	{
		name: "login-second-step-waits",
		async reach(page, _service, { loginTexts, secondStepTexts, texts }) {
			const waits = page.getByRole("status").getByText(texts.problems.rate_limited);
			const { wrong } = secondStepTexts.recovery_code;
			for (let tries = 0; tries < 6 && !(await waits.isVisible()); tries++) {
				await sendStep(page, "0ZZZZ-ZZZZZ-ZZZZZ");
				await page.getByRole("alert").getByText(wrong).or(waits).waitFor();
				await page.getByRole("button", { name: loginTexts.submit }).or(waits).waitFor();
			}
			await waits.waitFor();
		},
	},
	{
		name: "login-second-step-expired",
		async reach(page, service, { secondStepTexts }) {
			await page.goto("account/security");
			service.travel(60 * MINUTE);
			await fillLogin(page, user?.name ?? "");
			await step(page).waitFor();
			service.travel(6 * MINUTE);
			await sendStep(page, user?.app.next() ?? "");
			await page.getByRole("alert").getByText(secondStepTexts.expired).waitFor();
		},
	},
	{
		name: "security-few-codes",
		async reach(page, _service, { securityTexts, texts }) {
			await page.getByLabel(texts.password, { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await sendStep(page, user?.app.next() ?? "");
			await page.getByText(securityTexts.codes.few(3)).waitFor();
		},
	},
	{
		name: "security-rename",
		reach: async (page, _service, { securityTexts }) =>
			page.getByRole("button", { name: securityTexts.factors.renameWhich("Authenticator app") }).click(),
	},
	{
		name: "security-question",
		overlay: true,
		async reach(page, _service, { securityTexts }) {
			const { cancel, twoStep } = securityTexts;
			await page.getByRole("button", { name: cancel }).click();
			await page.getByRole("button", { name: twoStep.turnOff.button }).click();
			await page.getByRole("dialog", { name: twoStep.turnOff.heading }).waitFor();
		},
	},
	{
		name: "dialog-second-step",
		overlay: true,
		async reach(page, service, { reauthenticateTexts, securityTexts, texts }) {
			service.travel(16 * MINUTE);
			const dialog = page.getByRole("dialog");
			await dialog.getByRole("button", { name: securityTexts.twoStep.turnOff.submit }).click();
			await page.getByRole("dialog", { name: reauthenticateTexts.heading }).waitFor();
			await dialog.getByLabel(texts.password, { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await step(page).waitFor();
		},
	},
	{
		name: "security-turned-off",
		async reach(page, _service, { securityTexts }) {
			await sendStep(page, user?.app.next() ?? "");
			await card(page).getByText(securityTexts.twoStep.state.off, { exact: true }).waitFor();
		},
	},
	{
		name: "security-turning-on",
		async reach(page, _service, { securityTexts }) {
			await page.getByRole("button", { name: securityTexts.twoStep.turnOn }).click();
			await shownRecoveryCodes(page);
		},
	},
	{
		name: "reauthenticate",
		async reach(page, _service, { texts }) {
			await page.goto("reauthenticate?next=/docs");
			await page.getByLabel(texts.password, { exact: true }).waitFor();
		},
	},
	{
		name: "setup-second-step",
		async reach(page, service, { setupTexts }) {
			const { name } = await newUser(service);
			await page.goto(String((await usersOf(service).reset(name)).setupLink));
			await fillNewPassword(page, "brass otter lantern quill");
			await page.getByRole("button", { name: setupTexts.submit }).click();
			await page.getByText(setupTexts.saved).waitFor();
		},
	},
	{
		name: "reauthenticate-none",
		async reach(page, service, { reauthenticateTexts, texts }) {
			const name = `fay-${randomBytes(3).toString("hex")}`;
			await service.addUser(name);
			await logIn(page, name);
			await page.goto("reauthenticate?acr=aal2");
			await page.getByLabel(texts.password, { exact: true }).fill(ADMIN_PASSWORD);
			await page.keyboard.press("Enter");
			await page.getByText(reauthenticateTexts.stronger.none).waitFor();
		},
	},
	{
		name: "security-add-app",
		async reach(page, service) {
			await page.goto("account/security");
			added = appOf(service, await openOffer(page));
		},
	},
	{
		name: "security-clocks-apart",
		async reach(page) {
			await sendCode(page, added?.code(6) ?? "");
			await page.getByRole("alert").and(page.locator("#app-code-mistake")).waitFor();
		},
	},
	{
		name: "security-codes",
		async reach(page) {
			await sendCode(page, added?.code() ?? "");
			await shownRecoveryCodes(page);
		},
	},
	{ name: "security-on", reach: (page) => storeRecoveryCodes(page) },
];
