/** For users of whom the service will require two-step login. */
export const dueTexts = {
	due: (when: string) =>
		`This service requires two-step login. Turn it on before ${when}: after that, you cannot log in with a password alone.`,
	/** A link to the page where it is done. */
	turnOn: "Turn it on",
};
