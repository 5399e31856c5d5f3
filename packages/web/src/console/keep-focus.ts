/**
 * What has the focus may go with what is done by it. Then it is taken by the heading or the field of the nearest part around it, or by
 * the part itself: else a keyboard begins at the top of the page, and a screen reader says nothing.
 */
export function keepFocus(): void {
	let around: readonly Element[] = [];
	document.addEventListener("focusin", (event) => {
		around = event.composedPath() as Element[];
	});
	// It runs after the effects of the layout: a list or a form knows a better place.
	new MutationObserver(() => {
		if (document.activeElement !== document.body || around[0]?.isConnected !== false) return;
		const part = around.find((each) => each.isConnected && each.matches?.("[tabindex]"));
		(part?.querySelector<HTMLElement>("h1,input") ?? (part as HTMLElement | undefined))?.focus({
			preventScroll: true,
		});
	}).observe(document.body, { childList: true, subtree: true });
}
