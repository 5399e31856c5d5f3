import type * as en from "../en/due.ts";

export const dueTexts: typeof en.dueTexts = {
	due: (when) =>
		`Dieser Dienst verlangt die Anmeldung in zwei Schritten. Schalten Sie sie bis zum ${when} ein: Danach genügt ein Passwort allein nicht mehr.`,
	turnOn: "Jetzt einschalten",
};
