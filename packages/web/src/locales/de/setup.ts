import type * as en from "../en/setup.ts";

export const setupTexts: typeof en.setupTexts = {
	heading: "Wählen Sie Ihr Passwort",
	headingFor: (username) => `Passwort für ${username}`,
	submit: "Passwort speichern und anmelden",
	saved: "Ihr Passwort ist gespeichert.",
	incomplete: "Dieser Link ist unvollständig. Öffnen Sie den ganzen Link, bis zum letzten Zeichen.",
	invalid: "Dieser Link gilt nicht mehr. Bitten Sie den Betreiber dieses Dienstes um einen neuen.",
	used: "Dieser Link wurde schon benutzt. Melden Sie sich mit Ihrem Passwort an, oder bitten Sie den Betreiber dieses Dienstes um einen neuen Link.",
	help: "Um Hilfe bitten",
	haveOne: "Zur Anmeldung",
};
