import type * as en from "../en/passkey.ts";

export const passkeyTexts: typeof en.passkeyTexts = {
	cancelled:
		"Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.",
	present: "Auf diesem Gerät gibt es schon einen Passkey für Sie.",
	notMade: "Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal.",
	add: {
		button: "Passkey hinzufügen",
		done: "Der Passkey ist hinzugefügt. Er meldet Sie ohne Passwort an.",
	},
};
