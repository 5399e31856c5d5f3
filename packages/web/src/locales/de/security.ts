import { counter } from "../count.ts";
import type * as en from "../en/security.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const securityTexts: typeof en.securityTexts = {
	page: {
		title: "Sicherheit der Anmeldung",
		intro: "Wie Sie sich anmelden, und was Ihr Konto schützt.",
	},
	loading: "Wird geladen …",
	retry: "Noch einmal versuchen",
	password: {
		heading: "Passwort",
		intro: "Wenn Sie das Passwort ändern, enden alle Ihre anderen Sitzungen.",
		current: "Bisheriges Passwort",
		submit: "Passwort ändern",
		done: "Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet.",
		keysStay: (count) =>
			counted(count, {
				one: "Ihr Zugangsschlüssel bleibt: Ein Programm, das ihn hat, kann sich weiter anmelden.",
				other: "Ihre # Zugangsschlüssel bleiben: Programme, die sie haben, können sich weiter anmelden.",
			}),
		toKeys: "Zugangsschlüssel ansehen",
	},
	passkeys: {
		heading: "Passkeys",
		what: "Ein Passkey meldet Sie allein an, mit Finger, Gesicht, PIN oder Sicherheitsschlüssel: Sie tippen weder Passwort noch Code.",
	},
	apps: {
		heading: "Authenticator-Apps",
		what: "Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code. Bei der Anmeldung in zwei Schritten geben Sie ihn nach dem Passwort ein.",
	},
	twoStep: {
		heading: "Anmeldung in zwei Schritten",
		state: {
			on: "Die Anmeldung in zwei Schritten ist an",
			off: "Die Anmeldung in zwei Schritten ist aus",
		},
		whenOn:
			"Nach dem Passwort verlangt eine Anmeldung einen zweiten Schritt: einen Passkey, einen Code der App oder einen Wiederherstellungscode.",
		whenOff:
			"Ihr Passwort allein genügt, um sich unter Ihrem Namen anzumelden. Schalten Sie die Anmeldung in zwei Schritten ein, dann muss ein Passkey oder ein Code folgen.",
		missing:
			"Ihr Passwort allein genügt, um sich unter Ihrem Namen anzumelden. Eine Authenticator-App schaltet die Anmeldung in zwei Schritten ein; nach dem Hinzufügen eines Passkeys schalten Sie sie hier ein.",
		required: "Dieser Dienst verlangt die Anmeldung in zwei Schritten, darum bleibt sie an.",
		turnOn: "Anmeldung in zwei Schritten einschalten",
		turnedOn: "Die Anmeldung in zwei Schritten ist an. Alle anderen Sitzungen sind beendet.",
		turnOff: {
			button: "Anmeldung in zwei Schritten ausschalten",
			heading: "Anmeldung in zwei Schritten ausschalten?",
			text: "Dann genügt ein Passwort allein, um sich unter Ihrem Namen anzumelden. Ihre Wiederherstellungscodes gelten nicht mehr, und alle Ihre anderen Sitzungen enden.",
			submit: "Ausschalten",
			done: "Die Anmeldung in zwei Schritten ist aus. Alle anderen Sitzungen sind beendet.",
		},
	},
	factors: {
		added: "Hinzugefügt",
		used: "Zuletzt benutzt",
		never: "nie",
		rename: "Umbenennen",
		renameWhich: (name) => `${name} umbenennen`,
		name: "Name",
		save: "Speichern",
		renamed: "Der Name ist geändert.",
		remove: "Entfernen",
		removeWhich: (name) => `${name} entfernen`,
	},
	remove: {
		heading: (name) => `${name} entfernen?`,
		totp: "Die Codes dieser App gelten dann nicht mehr, und alle Ihre anderen Sitzungen enden.",
		passkey: "Er meldet Sie dann nicht mehr an, und alle Ihre anderen Sitzungen enden.",
		last: "Das ist Ihr einziger zweiter Faktor: Mit ihm endet die Anmeldung in zwei Schritten, und ein Passwort allein genügt, um sich unter Ihrem Namen anzumelden. Alle Ihre anderen Sitzungen enden.",
		submit: "Entfernen",
		done: "Entfernt. Alle anderen Sitzungen sind beendet.",
		doneLast: "Entfernt, und die Anmeldung in zwei Schritten ist aus. Alle anderen Sitzungen sind beendet.",
	},
	add: {
		button: "Authenticator-App hinzufügen",
		another: "Weitere Authenticator-App hinzufügen",
		heading: "Authenticator-App hinzufügen",
		scan: "Scannen Sie diesen Code mit einer Authenticator-App auf Ihrem Telefon. Jede App für Einmalcodes eignet sich.",
		qr: "QR-Code für die Authenticator-App",
		open: "In der App auf diesem Telefon öffnen",
		type: "Die App kann ihn nicht scannen? Geben Sie dort diesen Schlüssel ein:",
		secret: "Schlüssel",
		code: "Code, den die App jetzt zeigt",
		name: "Name, damit Sie sie von anderen unterscheiden",
		usualName: (number) => (number === 1 ? "Authenticator-App" : `Authenticator-App ${number}`),
		submit: "App hinzufügen",
		wrong: () =>
			"Der Code ist falsch, oder die Uhren gehen verschieden. Stellen Sie die Uhrzeit des Telefons auf automatisch und geben Sie den nächsten Code ein.",
		malformed: "Ein Code hat 6 oder 8 Ziffern.",
		tooOld: "Dieser Code wurde zu lange gezeigt. Scannen Sie den neuen.",
		done: "Die App ist hinzugefügt. Jede Anmeldung verlangt von nun an einen Code von ihr.",
	},
	codes: {
		/** May be parted on a phone. */
		heading: "Wiederherstellungs­codes",
		what: "Jeder dieser Codes gilt einmal als zweiter Schritt, wenn Ihr Telefon oder Ihr Passkey verloren ist.",
		later:
			"Sie ersetzen den zweiten Schritt, wenn Ihr Telefon oder Ihr Passkey verloren ist. Sie bekommen sie, wenn Sie die Anmeldung in zwei Schritten einschalten.",
		left: (count, when) =>
			`${counted(count, {
				one: "Es ist noch # Wiederherstellungscode übrig",
				other: "Es sind noch # Wiederherstellungscodes übrig",
			})}, erstellt am ${when}.`,
		none: "Sie haben keine Wiederherstellungscodes. Ohne sie können Sie sich nicht anmelden, wenn Ihr Telefon oder Passkey verloren ist.",
		few: (count) =>
			`${counted(count, {
				one: "Es ist nur noch # Wiederherstellungscode übrig.",
				other: "Es sind nur noch # Wiederherstellungscodes übrig.",
			})} Erstellen Sie rechtzeitig neue.`,
		noneLeft:
			"Es ist kein Wiederherstellungscode mehr übrig. Erstellen Sie neue, sonst können Sie sich nicht anmelden, wenn Ihr Telefon oder Passkey verloren ist.",
		button: "Neue Wiederherstellungscodes erstellen",
		confirm: {
			heading: "Neue Wiederherstellungscodes erstellen?",
			text: "Die bisherigen Codes gelten dann nicht mehr.",
			submit: "Neue Codes erstellen",
		},
		renewed: "Sie haben neue Wiederherstellungscodes.",
		show: "Bewahren Sie Ihre Wiederherstellungscodes auf",
		why: "Wenn Ihr Telefon oder Ihr Passkey verloren ist, gilt jeder dieser Codes einmal an dessen Stelle. Sie werden nur jetzt gezeigt. Bewahren Sie sie bei Ihren Passwörtern auf, oder auf Papier.",
		list: "Wiederherstellungscodes",
		download: "Herunterladen",
		print: "Drucken",
		file: (host) => `wiederherstellungscodes-${host}.txt`,
		of: (username, address) => `Wiederherstellungscodes von ${username} für ${address}`,
		once: "Jeder gilt einmal.",
		stored: "Ich habe diese Codes gespeichert",
		done: "Fertig",
		tickFirst: "Speichern Sie zuerst die Codes, und setzen Sie dann das Häkchen.",
	},
	cancel: "Abbrechen",
	problems: {
		recovery_codes_missing:
			"Erstellen Sie zuerst Wiederherstellungscodes und verwahren Sie sie: Ohne sie sperrt ein verlorener Passkey Sie aus.",
		second_factor_demanded:
			"Dieser Dienst verlangt einen zweiten Faktor. Fügen Sie zuerst einen anderen hinzu.",
	},
};
