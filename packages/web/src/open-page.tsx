import { type ComponentType, render } from "preact";
import { wireLogOut } from "./log-out.ts";
import { type Page, readPage } from "./page.ts";

/** Starts a page that has the header of a logged-in user. */
export function openPage(Content: ComponentType<{ page: Page }>): void {
	const page = openHeader();
	render(<Content page={page} />, page.root);
}

export function openHeader(): Page {
	const page = readPage(document);
	wireLogOut(page);
	showWhereWeAre();
	return page;
}

/** On a phone, the row of links is longer than the window. Not by `scrollIntoView`, from where Tab would continue. */
function showWhereWeAre(): void {
	const link = document.querySelector("nav [aria-current]");
	const middleOf = (element: Element) => {
		const { left, width } = element.getBoundingClientRect();
		return left + width / 2;
	};
	const nav = link?.parentElement;
	if (link && nav) nav.scrollLeft += middleOf(link) - middleOf(nav);
}
