/**
 * Puts the text of `element` on the clipboard. Without the clipboard API (plain http) or its permission the text is
 * selected, so that one key copies it; the answer says which of the two happened.
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
