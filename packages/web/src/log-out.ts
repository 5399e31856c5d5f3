import { logOut as endSession } from "@sallyport/client";
import { explain } from "./explain.ts";
import { notice } from "./notice.ts";
import type { Page } from "./page.ts";

/** Ends the session of this page and goes to the login page. */
export async function logOut({ connection, to }: Page): Promise<void> {
	try {
		await endSession(connection);
		location.assign(to("login", { ended: "logout" }));
	} catch (error) {
		notice(explain(error));
	}
}

/** The button in the header is part of the served HTML. */
export function wireLogOut(page: Page): void {
	document.querySelector("#log-out")?.addEventListener("click", () => void logOut(page));
}
