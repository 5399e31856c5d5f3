import { logOut as endSession } from "@sallyport/client";
import { explain } from "./explain.ts";
import type { Page } from "./page.ts";

/** Ends the session of this page and goes to the login page. */
export async function logOut({ connection, to }: Page): Promise<void> {
	// The server puts the live region below the header, where the button is.
	const notice = document.querySelector("#notice");
	if (notice !== null) notice.textContent = "";
	try {
		await endSession(connection);
		location.assign(to("login", { ended: "logout" }));
	} catch (error) {
		if (notice !== null) notice.textContent = explain(error);
	}
}

/** The button in the header is part of the served HTML. */
export function wireLogOut(page: Page): void {
	document.querySelector("#log-out")?.addEventListener("click", () => void logOut(page));
}
