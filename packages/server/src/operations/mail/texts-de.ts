import { code, p } from "./content.ts";
import type { Words } from "./texts-en.ts";

export const de: Words = {
	locale: "de-DE",
	help: "Hilfe:",
	linkFor: (username) => p`Für den Benutzer ${code(username)}:`,
	linkLasts: (until) => `Der Link gilt einmal, bis ${until}.`,
	about: ({ service, username }, at) => p`Es geht um den Benutzer ${code(username)} bei ${service}, am ${at}`,
	from: (address) => p`, von der Netzadresse ${code(address)}`,
	setPassword: "Wenn Sie das nicht waren, setzen Sie gleich ein neues Passwort:",

	recovery: {
		subject: (service) => `Neues Passwort für ${service}`,
		ask: ({ service, username }) =>
			p`Jemand hat ein neues Passwort für den Benutzer ${code(username)} bei ${service} angefordert. Wenn Sie das waren, setzen Sie es hier:`,
		askSeveral: (service) =>
			p`Jemand hat neue Passwörter für die Benutzer mit dieser Adresse bei ${service} angefordert. Wenn Sie das waren, setzen Sie sie hier:`,
		lasts: (until, isOne) =>
			`${isOne ? "Der Link gilt" : "Jeder Link gilt"} einmal, bis ${until}. Ihr jetziges Passwort bleibt gültig, bis Sie ein neues gesetzt haben.`,
		ifNotYou: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.",
	},
	invitation: {
		subject: (service) => `Ihr Konto bei ${service}`,
		ask: ({ service, username }) =>
			p`Für Sie wurde ein Konto bei ${service} angelegt. Ihr Benutzername ist ${code(username)}. Wählen Sie hier ein Passwort:`,
		ifNotYou: "Wenn Sie das nicht erwarten, ignorieren Sie diese E-Mail.",
	},
	password_link: {
		subject: (service) => `Neues Passwort für ${service}`,
		ask: ({ service, username }) =>
			p`Der Betreiber hat das Passwort des Benutzers ${code(username)} bei ${service} entfernt. Setzen Sie hier ein neues:`,
	},
	email_confirmation: {
		subject: (service) => `Adresse für ${service} bestätigen`,
		ask: ({ service, username }) =>
			p`Der Benutzer ${code(username)} bei ${service} möchte E-Mails an diese Adresse bekommen. Wenn Sie das sind, melden Sie sich an und bestätigen Sie sie hier:`,
		ifNotYou: "Wenn Sie das nicht sind, ignorieren Sie diese E-Mail.",
	},
	password_changed: {
		subject: (service) => `Ihr Passwort bei ${service} wurde geändert`,
		what: "Ihr Passwort wurde geändert, und alle anderen Sitzungen sind beendet.",
	},
	factors_changed: {
		subject: (service) => `Ihre Anmeldung bei ${service} wurde geändert`,
		what: "Die Art, wie Sie sich anmelden, wurde geändert.",
	},
	changes: {
		totp_added: "Eine Authenticator-App wurde hinzugefügt.",
		totp_removed: "Eine Authenticator-App wurde entfernt.",
		passkey_added: "Ein Passkey wurde hinzugefügt.",
		passkey_removed: "Ein Passkey wurde entfernt.",
		second_factor_on: "Die Anmeldung in zwei Schritten wurde eingeschaltet.",
		second_factor_off: "Die Anmeldung in zwei Schritten wurde ausgeschaltet.",
		recovery_codes_created: "Es wurden neue Wiederherstellungscodes erzeugt; die früheren gelten nicht mehr.",
	},
	email_changed: {
		subject: (service) => `Ihre Adresse bei ${service} wurde geändert`,
		what: "E-Mails über Ihr Konto kommen von jetzt an an diese Adresse.",
	},
	email_left: {
		subject: (service) => `Ihre Adresse bei ${service} wurde geändert`,
		what: "Ihr Konto hat von jetzt an eine andere E-Mail-Adresse. Diese hier bekommt keine E-Mails mehr darüber.",
		next: "Wenn Sie das nicht waren, melden Sie sich an, beenden Sie alle anderen Sitzungen und verständigen Sie den Betreiber:",
	},
	new_device: {
		subject: (service) => `Neue Anmeldung bei ${service}`,
		what: "Jemand hat sich mit Ihrem Passwort oder Passkey auf einem Gerät angemeldet, das Ihrem Konto nicht bekannt ist. Wenn Sie das waren, ist alles gut.",
	},
	data_exported: {
		subject: (service) => `Eine Kopie Ihrer Daten bei ${service}`,
		what: "Jemand hat eine Kopie von allem heruntergeladen, was über Sie gespeichert ist. Wenn Sie das waren, ist alles gut.",
	},
	data_given: {
		subject: (service) => `Eine Kopie Ihrer Daten bei ${service}`,
		what: "Der Betreiber des Dienstes hat eine Kopie von allem gemacht, was über Sie gespeichert ist.",
		next: "Wenn Sie keine verlangt haben, fragen Sie den Betreiber nach dem Grund. Der Dienst ist hier:",
	},
	account_closed: {
		password: {
			subject: (service) => `Falsche Passwörter für Ihr Konto bei ${service}`,
			what: "Jemand hat viele falsche Passwörter für Ihr Konto eingegeben. Unbekannte Geräte können sich dort nicht mehr anmelden; Geräte, auf denen Sie sich früher angemeldet haben, schon.",
			next: "Eine Anmeldung auf einem davon öffnet das Konto wieder für andere:",
		},
		second: {
			subject: (service) => `Jemand kennt Ihr Passwort bei ${service}`,
			what: "Jemand kennt Ihr Passwort und hat danach viele falsche Codes eingegeben. Von unbekannten Geräten werden keine Codes mehr angesehen.",
			next: "Setzen Sie ein neues Passwort:",
		},
	},
	password_reset: (factors) => ({
		subject: (service) => `Ihr Passwort bei ${service} wurde entfernt`,
		what: `Der Betreiber hat Ihr Passwort${factors ? " und Ihre zweiten Faktoren" : ""} entfernt und alle Ihre Sitzungen beendet. Einen Link für ein neues bekommen Sie von ihm.`,
		next: "Der Dienst ist hier:",
	}),
	access_key: {
		created: {
			subject: (service) => `Neuer Zugangsschlüssel bei ${service}`,
			what: "Ein Zugangsschlüssel wurde erzeugt. Mit ihm meldet sich ein Programm an, ohne zweiten Faktor.",
			next: "Wenn Sie das nicht erwartet haben, beenden Sie den Schlüssel und setzen Sie ein neues Passwort:",
		},
		expiring: {
			subject: (service) => `Ein Zugangsschlüssel bei ${service} läuft bald ab`,
			what: "Ein Zugangsschlüssel läuft in wenigen Tagen ab. Danach werden Programme abgewiesen, die sich mit ihm anmelden.",
			next: "Erneuern Sie ihn vorher und geben Sie den Programmen den neuen:",
		},
		expired: {
			subject: (service) => `Ein Zugangsschlüssel bei ${service} ist abgelaufen`,
			what: "Ein Zugangsschlüssel ist abgelaufen. Programme, die sich mit ihm anmelden, werden abgewiesen.",
			next: "Erzeugen Sie einen neuen, wenn er noch gebraucht wird:",
		},
		leaked: {
			subject: (service) => `Ein Zugangsschlüssel bei ${service} wurde öffentlich gefunden`,
			what: "Ein Zugangsschlüssel wurde gemeldet, weil er irgendwo öffentlich war. Er wurde beendet, mit allen seinen Sitzungen.",
			next: "Finden Sie heraus, wo er war, und erzeugen Sie einen neuen:",
		},
		key: (hint) => p`Der Schlüssel beginnt mit ${code(`sallyport_${hint}`)}.`,
		administers: "Er verwaltet diesen Dienst.",
		ofService: (name) => p`Er gehört zum Dienstkonto ${code(name)}.`,
	},
	admin_added: {
		subject: (service) => `Neue Admin-Rechte bei ${service}`,
		what: (service, at) => `Der Betreiber von ${service} hat Admin-Rechte vergeben, am ${at}, an:`,
		next: "Wenn Sie das nicht erwartet haben, fragen Sie gleich dort nach. Der Dienst ist hier:",
	},
	by: {
		admin: (name) => p`Das war das Admin-Konto ${code(name)}`,
		service: (name) => p`Das war ein Zugangsschlüssel des Dienstkontos ${code(name)}`,
		cli: (name) => p`Das war das Konto ${code(name)} auf einer Maschine des Dienstes`,
	},
	admin_alarm: {
		subject: (service) => `Viele Benutzer bei ${service} zurückgesetzt`,
		what: (service, at) =>
			`Am ${at} hat jemand mit Rechten des Betreibers bei ${service} den elften Benutzer innerhalb von zehn Minuten zurückgesetzt. Dabei entsteht jedes Mal ein Link, der ein neues Passwort setzt.`,
		next: "Wenn Sie das nicht erwartet haben, fragen Sie gleich nach und sperren Sie diesen Zugang. Was geschehen ist, steht hier:",
	},
	keys_changed: {
		subject: (service) => `Schlüssel von ${service} wurden gewechselt`,
		what: (service, at) => `Am ${at} hat der Betreiber Schlüssel von ${service} außer der Reihe gewechselt.`,
		next: "Wenn Sie das nicht erwartet haben, fragen Sie gleich dort nach. Die Schlüssel sind hier:",
	},
	key_changes: {
		signing_forced:
			"Ein anderer Signaturschlüssel ist in Gebrauch, bevor ihn jede API kennen kann. Bis dahin kann eine API neue Tokens ablehnen.",
		signing_replaced:
			"Alle Signaturschlüssel wurden ersetzt, wie nach einem Diebstahl. Alle Zugriffstokens sind damit beendet.",
		sealing_forced: "Ein anderer Siegelschlüssel ist in Gebrauch, bevor ihn jede Instanz kennen kann.",
		sealing_replaced:
			"Alle Siegelschlüssel wurden ersetzt, wie nach einem Diebstahl. Offene Einrichtungslinks und bekannte Geräte sind damit hinfällig.",
	},
	test: {
		subject: (service) => `E-Mail-Test von ${service}`,
		what: (service) => `Das ist ein Test: E-Mails von ${service} kommen an.`,
	},
};
