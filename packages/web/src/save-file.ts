/** Lets the browser save it. */
export function saveFile(content: Blob, name: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	// Older Safari reads it only after this.
	setTimeout(() => URL.revokeObjectURL(link.href), 6e4);
}
