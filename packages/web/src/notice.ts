/** Shows and announces a message; the server puts the live region into every page. */
export function notice(text: string): void {
	const region = document.querySelector("#notice");
	if (region === null) return;
	// The same text is announced again only if it was removed in between.
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
