import { counter } from "../count.ts";
import type * as en from "../en/security.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const securityTexts: typeof en.securityTexts = {
	page: {
		title: "Sicherheit der Anmeldung",
		intro: "Was Ihr Konto außer dem Passwort schützt.",
	},
	heading: "Anmeldung in zwei Schritten",
	what: "Bei der Anmeldung in zwei Schritten genügt ein Passwort allein nicht: Danach kommt ein Code von Ihrem Telefon.",
	loading: "Wird geladen …",
	retry: "Noch einmal versuchen",
	state: {
		on: "Die Anmeldung in zwei Schritten ist an",
		off: "Die Anmeldung in zwei Schritten ist aus",
	},
	kept: "Sie haben sie ausgeschaltet. Was Sie hinzugefügt haben, bleibt unten erhalten.",
	turnOn: "Anmeldung in zwei Schritten einschalten",
	turnOff: {
		button: "Anmeldung in zwei Schritten ausschalten",
		heading: "Anmeldung in zwei Schritten ausschalten?",
		text: "Dann genügt ein Passwort allein, um sich unter Ihrem Namen anzumelden. Ihre Wiederherstellungscodes gelten nicht mehr, und alle Ihre anderen Sitzungen enden.",
		submit: "Ausschalten",
		done: "Die Anmeldung in zwei Schritten ist aus. Alle anderen Sitzungen sind beendet.",
	},
	turnedOn: "Die Anmeldung in zwei Schritten ist an. Alle anderen Sitzungen sind beendet.",
	factors: {
		heading: "Was Ihre Anmeldung außer dem Passwort verlangt",
		kinds: { totp: "Authenticator-App", passkey: "Passkey" },
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
		text: "Die Codes dieser App gelten dann nicht mehr, und alle Ihre anderen Sitzungen enden.",
		last: "Das ist Ihr einziger zweiter Faktor: Mit ihm endet die Anmeldung in zwei Schritten, und ein Passwort allein genügt, um sich unter Ihrem Namen anzumelden. Alle Ihre anderen Sitzungen enden.",
		submit: "Entfernen",
		done: "Entfernt. Alle anderen Sitzungen sind beendet.",
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
		heading: "Wiederherstellungscodes",
		left: (count, when) =>
			`${counted(count, {
				one: "Es ist noch # Wiederherstellungscode übrig",
				other: "Es sind noch # Wiederherstellungscodes übrig",
			})}, erstellt am ${when}.`,
		none: "Sie haben keine Wiederherstellungscodes. Ohne sie können Sie sich nicht anmelden, wenn Sie Ihr Telefon verlieren.",
		few: (count) =>
			`${counted(count, {
				one: "Es ist nur noch # Wiederherstellungscode übrig.",
				other: "Es sind nur noch # Wiederherstellungscodes übrig.",
			})} Erstellen Sie rechtzeitig neue.`,
		noneLeft:
			"Es ist kein Wiederherstellungscode mehr übrig. Erstellen Sie neue, sonst können Sie sich nicht anmelden, wenn Sie Ihr Telefon verlieren.",
		button: "Neue Wiederherstellungscodes erstellen",
		confirm: {
			heading: "Neue Wiederherstellungscodes erstellen?",
			text: "Die bisherigen Codes gelten dann nicht mehr.",
			submit: "Neue Codes erstellen",
		},
		show: "Bewahren Sie Ihre Wiederherstellungscodes auf",
		why: "Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem dieser Codes einmal anmelden, statt mit einem Code der App. Sie werden nur jetzt gezeigt. Bewahren Sie sie bei Ihren Passwörtern auf, oder auf Papier.",
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
};
