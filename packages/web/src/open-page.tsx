import { type ComponentType, render } from "preact";
import { ignoreDoubleClicks } from "./ignore-double-clicks.ts";
import { wireLogOut } from "./log-out.ts";
import { type Page, readPage } from "./page.ts";
import { showInRow } from "./show-in-row.ts";

/** Starts a page that has the header of a logged-in user. */
export function openPage(Content: ComponentType<{ page: Page }>): void {
	const page = openHeader();
	render(<Content page={page} />, page.root);
}

export function openHeader(): Page {
	const page = readPage(document);
	ignoreDoubleClicks();
	wireLogOut(page);
	const link = document.querySelector("nav [aria-current]");
	if (link !== null) showInRow(link);
	return page;
}
