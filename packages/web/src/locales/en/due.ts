/** For users of whom the service will demand two-step login. */
export const dueTexts = {
	due: (when: string) =>
		`This service demands two-step login. Turn it on before ${when}: after that, a password alone no longer logs you in.`,
	/** A link to the page where it is done. */
	turnOn: "Turn it on",
};
