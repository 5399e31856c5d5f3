/** On a phone, a row of links is longer than the window. Not by `scrollIntoView`, from where Tab would continue. */
export function showInRow(link: Element): void {
	const row = link.parentElement;
	if (row !== null) row.scrollLeft += middleOf(link) - middleOf(row);
}

function middleOf(element: Element): number {
	const { left, width } = element.getBoundingClientRect();
	return left + width / 2;
}
