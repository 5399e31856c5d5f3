import type * as en from "../en/recovery.ts";

export const recoveryTexts: typeof en.recoveryTexts = {
	heading: "Passwort vergessen?",
	intro:
		"Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. An die Adresse Ihres Kontos geht dann ein Link, mit dem Sie ein neues Passwort setzen.",
	login: "Benutzername oder E-Mail-Adresse",
	submit: "Link senden",
	sent: "Wenn das Konto eine bestätigte Adresse hat, ist eine E-Mail mit einem Link unterwegs. Ihr jetziges Passwort gilt, bis Sie ein neues gesetzt haben.",
	nothing:
		"Nach ein paar Minuten ist nichts gekommen? Sehen Sie unter Spam nach, und fordern Sie den Link dann noch einmal an.",
	tooMany: "Aus Ihrem Netz wurden zu viele Links angefordert.",
	toLogin: "Zurück zur Anmeldung",
	invalid: "Dieser Link gilt nicht mehr. Er gilt einmal, und nicht lange.",
	used: "Dieser Link wurde schon benutzt. Melden Sie sich mit Ihrem neuen Passwort an, oder fordern Sie noch einen Link an.",
	another: "Noch einen Link anfordern",
};
