import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { journey, type Page } from "../support/browser.ts";
import {
	accountPage,
	csrfOf,
	fillLogin,
	fillNewPassword,
	logIn,
	logInAt,
	logOut,
	sessionsPage,
} from "../support/browser-acts.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";

const MINUTE = 60_000;

interface Ends {
	expiresAt: string;
	idleExpiresAt: string;
}

describe("sessions in a browser", () => {
	let service: TestService;
	before(async () => {
		service = await startTestService({ settings: cheap });
	});
	after(() => service.stop());

	it("tells when each session ends unless it is used, and ends one, which notices at its next call", async () => {
		await service.addUser("idle");
		const program = await service.loggedIn("idle");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/sessions", "idle");
			await page.locator(".sessions li").first().waitFor();
			const sessions = await page.evaluate(
				async () => ((await (await fetch("/api/auth/sessions")).json()) as { sessions: Ends[] }).sessions,
			);
			const ends = sessions.map(({ expiresAt, idleExpiresAt }) => [expiresAt, idleExpiresAt].sort()[0]);
			assert.ok(
				sessions.some(({ expiresAt }) => !ends.includes(expiresAt)),
				"one is idle before its end",
			);
			const facts = page.locator(".sessions dl > div", { has: page.getByText("Ends", { exact: true }) });
			const shown = await facts
				.locator("time")
				.evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
			assert.deepEqual(shown.sort(), ends.sort());
			await endOther(page);
			await page.getByText("Session ended.").waitFor();
			await page.getByText("There are no other sessions.").waitFor();
			assertProblem(await program.get("/api/auth/session"), "session_ended");
		});
	});

	it("does not call the hundred that are listed all, where there may be more", async () => {
		const { id } = await service.addUser("busy");
		await service.loggedIn("busy");
		const { database } = service.running.deployment.opened;
		const of = database.selectFrom("sessions").selectAll().where("user_id", "=", id);
		const first = await of.executeTakeFirstOrThrow();
		const others = Array.from({ length: 120 }, (_, at) => {
			return {
				...first,
				id: `busy-${at}`,
				kind: "token",
				csrf_reference: `busy-${at}`,
				secret_hash: null,
			} as const;
		});
		await database.insertInto("sessions").values(others).execute();
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/sessions", "busy");
			await page.getByRole("button", { name: "Show the 100 used last" }).click();
			assert.equal(await page.locator(".sessions > li").count(), 100);
		});
	});

	it("asks for the password once more when the login is older than a quarter of an hour, and ends nothing after Escape", async () => {
		await service.addUser("late");
		const program = await service.loggedIn("late");
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/sessions", "late");
			service.travel(16 * MINUTE);
			await endOther(page);
			const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
			await dialog.waitFor();
			await page.keyboard.press("Escape");
			await dialog.waitFor({ state: "detached" });
			assert.equal(await page.locator(".sessions li").count(), 2);
			assert.equal((await program.get("/api/auth/session")).status, 200);

			await endOther(page);
			const password = dialog.getByLabel("Password", { exact: true });
			await password.fill("not the password at all");
			await dialog.getByRole("button", { name: "Confirm" }).click();
			await dialog.getByText("The password is wrong.").waitFor();
			assert.equal((await program.get("/api/auth/session")).status, 200);

			await password.fill(ADMIN_PASSWORD);
			await password.press("Enter");
			await dialog.waitFor({ state: "detached" });
			await page.getByText("There are no other sessions.").waitFor();
			assertProblem(await program.get("/api/auth/session"), "session_ended");
		});
	});

	it("changes the password: other sessions and the old CSRF token end, this page continues", async () => {
		await service.addUser("changes");
		const program = await service.loggedIn("changes");
		const fresh = "nine purple lanterns over the harbour";
		await journey(service, async ({ page }) => {
			await logInAt(page, "account/security", "changes");
			const before = await csrfOf(page);
			await page.getByLabel("Current password").fill(ADMIN_PASSWORD);
			await fillNewPassword(page, fresh);
			await page.getByRole("button", { name: "Change password" }).click();
			await page.getByText("Your password has been changed.").waitFor();
			assertProblem(await program.get("/api/auth/session"), "session_ended");
			assertProblem(await tokenLogin("changes", fresh, before), "csrf_invalid");
			assert.equal((await tokenLogin("changes", fresh, await csrfOf(page))).status, 200);
			assertProblem(await tokenLogin("changes", ADMIN_PASSWORD, await csrfOf(page)), "invalid_credentials");

			await sessionsPage(page);
			await page.getByText("Token", { exact: true }).waitFor();
			await logOut(page);
			await fillLogin(page, "changes");
			await page.getByRole("alert").getByText("Username or password is wrong.").waitFor();
			await fillLogin(page, "changes", fresh);
			await accountPage(page);
		});
	});

	const tokenLogin = (username: string, password: string, csrf: string) =>
		service.visitor().post("/api/auth/login", { username, password }, { csrf });

	const losses = [
		{ name: "ended elsewhere", says: "Your session was ended.", lose: endFromElsewhere },
		{ name: "run out", says: "Your session has expired.", lose: async () => service.travel(61 * MINUTE) },
	];
	for (const { name, says, lose } of losses) {
		it(`brings a user whose session has ${name} to the login page, and back afterwards`, async () => {
			const username = name.replaceAll(" ", "-");
			await service.addUser(username);
			await journey(service, async ({ page }) => {
				await logInAt(page, "account/security", username);
				await page.getByLabel("Current password").waitFor();
				await lose(username);
				await page.getByLabel("Current password").fill(ADMIN_PASSWORD);
				await fillNewPassword(page, "nine purple lanterns over the harbour");
				await page.getByRole("button", { name: "Change password" }).click();
				await page.getByRole("status").getByText(says).waitFor();
				await fillLogin(page, username);
				await page.waitForURL(({ pathname }) => pathname === "/account/security");
			});
		});
	}

	async function endFromElsewhere(username: string): Promise<void> {
		const elsewhere = await service.loggedIn(username);
		assert.equal((await elsewhere.delete("/api/auth/sessions")).status, 200);
	}

	it("shows nothing of the account page with the back button after logging out", async () => {
		await service.addUser("leaves");
		await journey(service, async ({ page }) => {
			await logIn(page, "leaves");
			const csrf = await csrfOf(page);
			await logOut(page);
			await page.goBack();
			await page.getByLabel("Username").waitFor();
			const html = await page.content();
			assert.ok(!html.includes("Hello, leaves") && !html.includes(csrf), html);
		});
	});
});

/** Of two sessions, the one that is not this page's. */
async function endOther(page: Page): Promise<void> {
	await page.getByRole("button", { name: /^End session: / }).click();
}
