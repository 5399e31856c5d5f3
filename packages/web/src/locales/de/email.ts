import type * as en from "../en/email.ts";

export const emailTexts: typeof en.emailTexts = {
	heading: "Ihre E‑Mail-Adresse",
	confirm: "Sie haben den Link geöffnet, der an Ihre neue Adresse ging.",
	submitConfirm: "Diese Adresse bestätigen",
	confirmed: "Ihre Adresse ist bestätigt. E-Mails über Ihr Konto gehen von jetzt an dorthin.",
	invalid: "Dieser Link gilt nicht mehr, oder er gehört einem anderen Benutzer.",
	used: "Dieser Link wurde schon benutzt.",
	intro:
		"An die neue Adresse geht ein Link. Öffnen Sie ihn, um zu bestätigen, dass Sie sie lesen; bis dahin ändert sich nichts.",
	email: "Neue E-Mail-Adresse",
	submit: "Link senden",
	sent: (email) => `Eine E-Mail mit einem Link ist unterwegs an ${email}.`,
	wrong: "Schreiben Sie eine E-Mail-Adresse, etwa ada@example.com.",
	toAccount: "Zu Ihrem Konto",
};
