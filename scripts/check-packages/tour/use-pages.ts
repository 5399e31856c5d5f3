/** A passkey, added and used in Chromium on the pages of the package. */
import { closeBrowser, journey } from "../../../packages/server/test/support/browser.ts";
import { fillLogin } from "../../../packages/server/test/support/browser-acts.ts";
import { deviceOf } from "../../../packages/server/test/support/virtual-authenticator.ts";

export async function usePages(baseUrl: string, username: string, password: string): Promise<void> {
	await journey({ baseUrl, alone: true }, async (being) => {
		const { page } = being;
		const button = (name: string) => page.getByRole("button", { name, exact: true });
		await deviceOf(being);
		await page.goto("login?next=/account/security");
		await fillLogin(page, username, password);
		await button("Add a passkey").click();
		await page.getByText("The passkey is added.").waitFor();
		await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
		await button("Use a passkey").click();
		await page.getByRole("heading", { name: `Hello, ${username}` }).waitFor();
	});
	await closeBrowser();
}
