import type * as en from "../en/setup.ts";

export const setupTexts: typeof en.setupTexts = {
	heading: "Wählen Sie Ihr Passwort",
	headingFor: (username) => `Passwort für ${username}`,
	submit: "Passwort speichern und anmelden",
	saved: "Ihr Passwort ist gespeichert.",
	incomplete: "Dieser Link ist unvollständig. Öffnen Sie den ganzen Link, bis zum letzten Zeichen.",
	invalid:
		"Dieser Link gilt nicht mehr. Bitten Sie die Administration um einen neuen (sallyport user reset NAME).",
	used: "Dieser Link wurde schon benutzt. Melden Sie sich mit Ihrem Passwort an, oder bitten Sie die Administration um einen neuen Link (sallyport user reset NAME).",
	haveOne: "Ich habe schon ein Passwort",
};
