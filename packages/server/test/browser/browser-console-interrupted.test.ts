// At length: it walks each journey in three shapes, in Chromium.
/** What comes in between while an admin works: events, another change, a proof of who acts, and the end of the session. */
import assert from "node:assert/strict";
import { enrol } from "../support/authenticator.ts";
import type { Page } from "../support/browser.ts";
import { logInAt } from "../support/browser-acts.ts";
import { turnOn } from "../support/browser-security.ts";
import { dialog, formIsWhole, row, toast, userNamed } from "../support/console-journey.ts";
import { inShapes, type Walk } from "../support/console-shapes.ts";
import { addPerson, administrationOf } from "../support/people.ts";
import { ADMIN_PASSWORD } from "../support/service.ts";
import { deviceOf } from "../support/virtual-authenticator.ts";

const MINUTE = 60_000;

inShapes({
	name: "an admin who is interrupted",
	journeys(walked) {
		walked("The live view shows logins that fail, and waits while one of them is read", async (walk) => {
			const { service, named, inConsole } = walk;
			const { consoleEventListTexts, consoleEventTexts, consoleTexts } = walk.words;
			const { watch, standing, waiting } = consoleEventListTexts.live;
			const name = named("tess");
			await addPerson(service, name);
			const fail = () => service.visitor().logIn(name, "a wrong password of theirs");
			await inConsole("events", async ({ page, hand }) => {
				const status = (text: string) => page.getByRole("status").getByText(text, { exact: true }).waitFor();
				await hand.press(page.getByRole("button", { name: watch }));
				await status(standing.live);
				await fail();
				await row(page, name).first().waitFor();
				await fail();
				await row(page, name).nth(1).waitFor();
				const failed = row(page, name).getByRole("link", { name: consoleEventTexts.events.authn_login_fail });
				await hand.rest(failed.first());
				await fail();
				await status(waiting(1));
				await hand.press(failed.first());
				const opened = page.locator("aside");
				await opened.getByText('"wrong_password"').waitFor();
				await hand.press(opened.getByRole("button", { name: consoleTexts.close }));
				await hand.rest(page.getByRole("button", { name: watch }));
				await status(standing.live);
				await row(page, name).nth(2).waitFor();
			});
		});

		walked(
			"A user who is edited in two tabs is saved by the second after both versions were shown",
			async (walk) => {
				const { service, words, named } = walk;
				const { changed } = words.consoleTexts;
				const name = named("dora");
				await addPerson(service, name);
				const { id } = await userNamed(service, name);
				await walk.inConsole(`users/${id}`, async (at) => {
					const other = await at.beside(`console/users/${id}`);
					await field(walk, at.page).waitFor();
					await other.hand.write(field(walk, other.page), "Theirs");
					await other.hand.press(save(walk, other.page));
					await toast(other.page, changed.saved);
					const { page, hand } = at;
					await hand.write(field(walk, page), "Mine");
					await hand.press(save(walk, page));
					const both = dialog(page, changed.heading);
					const shown = await both.locator("table").innerText();
					for (const [whose, text] of [
						[changed.yours, "Mine"],
						[changed.now, "Theirs"],
					] as const)
						assert.ok(shown.includes(whose) && shown.indexOf(whose) < shown.indexOf(text), shown);
					await hand.press(both.getByRole("button", { name: changed.keep }));
					await toast(page, changed.saved);
					await save(walk, page).and(page.locator(":focus")).waitFor();
				});
				assert.equal((await userNamed(service, name)).displayName, "Mine");
			},
		);

		walked(
			"A code is asked for after the password in the middle of an act, and the act is done",
			async (walk) => {
				const { service, words, named } = walk;
				const { texts, loginTexts, reauthenticateTexts, secondStepTexts } = words;
				const [admin, name] = [named("cora"), named("carl")];
				await addPerson(service, name);
				await addPerson(service, admin);
				await administrationOf(service).users.setRole(admin, "admin");
				const app = await enrol(service, await service.loggedIn(admin));
				const { id } = await userNamed(service, name);
				await walk.inBrowser(async ({ page, hand, inWords }) => {
					const password = page.getByLabel(texts.password, { exact: true });
					const code = page.getByLabel(secondStepTexts.totp.label, { exact: true });
					await page.goto(inWords(`console/users/${id}`));
					await hand.write(page.getByLabel(texts.username), admin);
					await hand.write(password, ADMIN_PASSWORD);
					await hand.press(page.getByRole("button", { name: loginTexts.submit }));
					await hand.write(code, app.next());
					await hand.press(page.getByRole("button", { name: loginTexts.submit }));
					await page.locator("h1:focus").getByText(name).waitFor();
					service.travel(16 * MINUTE);
					await hand.write(field(walk, page), "By code");
					await hand.press(save(walk, page));
					const proof = dialog(page, reauthenticateTexts.heading);
					const confirm = proof.getByRole("button", { name: reauthenticateTexts.submit });
					await hand.write(password, ADMIN_PASSWORD);
					await hand.press(confirm);
					await hand.write(code, app.next());
					await hand.press(confirm);
					await toast(page, words.consoleTexts.changed.saved);
					await save(walk, page).and(page.locator(":focus")).waitFor();
				});
				assert.equal((await userNamed(service, name)).displayName, "By code");
			},
		);

		walked("A passkey is asked for in the middle of an act, and the act is done", async (walk) => {
			const { service, words, named } = walk;
			const { passkeyTexts, reauthenticateTexts } = words;
			const [admin, name] = [named("pia"), named("paul")];
			await addPerson(service, name);
			await addPerson(service, admin);
			await administrationOf(service).users.setRole(admin, "admin");
			const { id } = await userNamed(service, name);
			await walk.inBrowser(async (at) => {
				const { page, hand, inWords } = at;
				await deviceOf(at);
				await logInAt(page, inWords("account/security"), admin);
				await hand.press(page.getByRole("button", { name: passkeyTexts.add.button, exact: true }));
				await page.getByText(passkeyTexts.add.done).waitFor();
				await turnOn(page);
				await page.goto(inWords(`console/users/${id}`));
				const confirm = dialog(page, reauthenticateTexts.heading).getByRole("button", {
					name: reauthenticateTexts.passkey,
				});
				// Two-step login is on, and the session began with the password alone: it does not even read.
				await hand.press(confirm);
				await field(walk, page).waitFor();
				service.travel(16 * MINUTE);
				await hand.write(field(walk, page), "By passkey");
				await hand.press(save(walk, page));
				await hand.press(confirm);
				await toast(page, words.consoleTexts.changed.saved);
				await save(walk, page).and(page.locator(":focus")).waitFor();
			});
			assert.equal((await userNamed(service, name)).displayName, "By passkey");
		});

		walked("A session ends with a half-filled form, and nothing of it is lost", async (walk) => {
			const { service, words, named } = walk;
			const { make, made, add } = words.consoleUserTexts;
			const { over } = words.consoleTexts;
			const name = named("late");
			await walk.inConsole(`users?q=${name}`, async ({ page, hand }) => {
				// Else what the page reads would be the first to meet the end of the session.
				await page.getByText(words.consoleUserTexts.count(0, false)).waitFor();
				await hand.press(page.getByRole("button", { name: add, exact: true }));
				const form = dialog(page, make.heading);
				await hand.write(form.getByLabel(make.username, { exact: true }), name);
				await hand.write(form.getByLabel(make.displayName), "Half typed");
				await formIsWhole(page);
				await administrationOf(service).users.endSessions("ada");
				await hand.press(form.getByRole("button", { name: make.submit }));
				const ended = dialog(page, over.heading);
				await hand.write(ended.getByLabel(words.texts.password, { exact: true }), ADMIN_PASSWORD);
				await hand.press(ended.getByRole("button", { name: over.submit }));
				await hand.press(dialog(page, made.heading(name)).getByRole("button", { name: made.stored }));
				await page.locator("h1:focus").getByText(name).waitFor();
				await hand.press(page.getByRole("link", { name: words.consoleUserPageTexts.tabs.access }).last());
			});
			assert.equal((await userNamed(service, name)).displayName, "Half typed");
		});
	},
});

const field = ({ words }: Walk, page: Page) =>
	page.getByLabel(words.consoleUserPageTexts.profile.displayName, { exact: true });
const save = ({ words }: Walk, page: Page) =>
	page.getByRole("button", { name: words.consoleTexts.changed.save, exact: true });
