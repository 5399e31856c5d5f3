import { counter } from "../count.ts";
import type * as en from "../en/console-keys.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const consoleKeyTexts: typeof en.consoleKeyTexts = {
	title: "Signaturschlüssel",
	signing: {
		heading: "Signaturschlüssel",
		what: "Sie signieren Tokens.",
		does: {
			next: "APIs lernen ihn, bevor er beim nächsten Wechsel übernimmt.",
			active: "Er signiert jedes neue Token.",
			retired: "Er signiert nichts mehr. Tokens, die er signiert hat, gelten, bis sie enden.",
		},
	},
	applications: {
		heading: "Signaturschlüssel der Anwendungen",
		what: "Sie signieren, was Anwendungen bekommen. Sie wechseln mit den Signaturschlüsseln.",
		does: {
			next: "Anwendungen lernen ihn, bevor er beim nächsten Wechsel übernimmt.",
			active: "Er signiert jedes neue ID-Token.",
			retired: "Er signiert nichts mehr. ID-Tokens, die er signiert hat, gelten, bis sie enden.",
		},
	},
	sealing: {
		heading: "Siegelschlüssel",
		what: "Sie versiegeln, was der Dienst speichert.",
		does: {
			next: "Alle Instanzen lernen ihn, bevor er beim nächsten Wechsel übernimmt.",
			active: "Er versiegelt alles, was jetzt gespeichert wird.",
			retired: "Er öffnet, was er versiegelt hat, und versiegelt nichts mehr.",
		},
	},
	states: { next: "Nächster", active: "In Gebrauch", retired: "Abgelöst" },
	made: "Erstellt",
	active: "In Gebrauch seit",
	retired: "Abgelöst",
	rotate: {
		button: "Wechseln",
		heading: { signing: "Signaturschlüssel wechseln?", sealing: "Siegelschlüssel wechseln?" },
		what: {
			signing: "Ab jetzt signiert der nächste Schlüssel. Alle Tokens und Sitzungen gelten weiter.",
			sealing: "Ab jetzt versiegelt der nächste Schlüssel. Alles Gespeicherte bleibt lesbar.",
		},
		submit: "Wechseln",
		done: (kid) => `Der Schlüssel ${kid} ist jetzt in Gebrauch.`,
		tooEarly: "Andere kennen den nächsten Schlüssel vielleicht noch nicht. Warten Sie einige Minuten.",
		toForce: "Trotzdem wechseln …",
		whatForced: {
			signing: "APIs, die ihn noch nicht kennen, lehnen seine Tokens einige Minuten lang ab.",
			sealing: "Instanzen, die ihn noch nicht kennen, lehnen minutenlang ab, was er versiegelt hat.",
		},
		force: "Trotzdem wechseln",
		typed: "wechseln",
	},
	replace: {
		button: "Alle Signaturschlüssel ersetzen",
		heading: "Alle Signaturschlüssel ersetzen?",
		what: "Für Schlüssel, die ein Angreifer kennt. Alle Tokens sind sofort ungültig, und Programme melden sich neu an. Sitzungen von Browsern laufen weiter.",
		other:
			"Wenn der Angreifer die Datenbank oder das Geheimnis gelesen hat, reicht das nicht: Das Kapitel über Vorfälle sagt, was noch zu tun ist.",
		submit: "Alle ersetzen",
		typed: "alle Signaturschlüssel ersetzen",
		done: (ended) =>
			`Alle Signaturschlüssel sind ersetzt. ${counted(ended, { one: "# Sitzung beendet.", other: "# Sitzungen beendet." })}`,
	},
};
