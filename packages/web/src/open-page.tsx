import { type ComponentType, render } from "preact";
import { wireLogOut } from "./log-out.ts";
import { type Page, readPage } from "./page.ts";

/** Starts a page that has the header of a logged-in user. */
export function openPage(Content: ComponentType<{ page: Page }>): void {
	const page = readPage(document);
	wireLogOut(page);
	render(<Content page={page} />, page.root);
}
