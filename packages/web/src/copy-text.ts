/**
 * Copies the text of `element` to the clipboard. Without the clipboard API (plain http) or its permission, selects the text
 * instead. Resolves with which of the two happened.
 */
export async function copyText(element: HTMLElement): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(element.textContent);
		return true;
	} catch {
		getSelection()?.selectAllChildren(element);
		return false;
	}
}
