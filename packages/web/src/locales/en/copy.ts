export const copyTexts = {
	button: (what: string) => `Copy ${what}`,
	short: "Copy",
	done: "Copied",
	manual: "Selected. Press Ctrl+C or ⌘C to copy.",
};
