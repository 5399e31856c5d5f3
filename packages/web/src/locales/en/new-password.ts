export const newPasswordTexts = {
	guidance: (minimum: number) =>
		`At least ${minimum} characters. Four or five unrelated words make a good passphrase; spaces are welcome.`,
	first: "New password",
	second: "Repeat the new password",
	count: (count: number, minimum: number) =>
		count < minimum ? `${count} of at least ${minimum} characters` : "Long enough",
	short: (minimum: number) => `The new password needs at least ${minimum} characters.`,
	/** The service says why; in English, so other languages say it by the codes. */
	rejected: (reasons: ReadonlyArray<{ code: string; message: string }>) =>
		[...new Set(reasons.map(({ message }) => message))].join(" "),
	different: "The two passwords are not the same.",
};
