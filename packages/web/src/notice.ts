/** Says something in passing, to eyes and to screen readers; the server put the live region into every page. */
export function notice(text: string): void {
	const region = document.querySelector("#notice");
	if (region === null) return;
	// The same words twice are announced only when they were gone in between.
	region.textContent = "";
	requestAnimationFrame(() => {
		region.textContent = text;
	});
	clearTimeout(timer);
	timer = setTimeout(() => {
		region.textContent = "";
	}, 6000);
}

let timer: ReturnType<typeof setTimeout> | undefined;
