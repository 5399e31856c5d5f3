import { counter } from "../count.ts";
import type * as en from "../en/access-keys.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

export const accessKeyTexts: typeof en.accessKeyTexts = {
	heading: "Zugangsschlüssel",
	loading: "Die Zugangsschlüssel werden geladen …",
	retry: "Noch einmal versuchen",
	empty:
		"Mit einem Zugangsschlüssel meldet sich ein Programm unter Ihrem Namen an, ohne Ihr Passwort und ohne zweiten Schritt. Er endet an einem Tag, den Sie wählen, und Sie können ihn jederzeit beenden, ohne Ihr Passwort zu ändern.",
	forbidden:
		"Dieser Dienst gibt Ihnen keine Zugangsschlüssel. Fragen Sie den Betreiber, wenn ein Programm einen braucht.",
	limit:
		"Sie haben 50 Zugangsschlüssel, mehr sind nicht möglich. Beenden Sie einen, der nicht benutzt wird, dann können Sie einen weiteren erstellen.",
	more: (count) => counted(count, { other: "Alle # zeigen" }),
	cancel: "Abbrechen",
	key: {
		ends: "Endet",
		ended: "Beendet",
		used: "Zuletzt benutzt",
		never: "nie",
		usedFrom: (ago, address) => (address === null ? ago : `${ago} von ${address}`),
		scopes: "Scopes",
		addresses: "Nur von",
		admin: "Rolle Admin",
		command: "Anmeldebefehl",
		copyCommand: (name) => `Anmeldebefehl von ${name}`,
		soon: "Dieser Schlüssel endet bald. Tauschen Sie ihn rechtzeitig aus, sonst weist der Dienst Ihr Programm ab.",
		waiting:
			"Der neue Schlüssel wurde noch nicht benutzt. Dieser gilt, bis er endet. Wenn Sie den neuen verloren haben, tauschen Sie noch einmal aus.",
		succeeded: "Ein neuer Schlüssel hat ihn ersetzt. Dieser gilt, bis er endet.",
	},
	states: {
		expired: "Abgelaufen",
		rotated: "Ausgetauscht",
		by_owner: "Von Ihnen beendet",
		by_admin: "Von einem Admin beendet",
		leaked: "Beendet: öffentlich gefunden",
	},
	make: {
		button: "Neuer Zugangsschlüssel",
		heading: "Neuer Zugangsschlüssel",
		name: "Name",
		nameHint: "Welches Programm ihn bekommt, zum Beispiel „Nachtbericht“.",
		days: "Endet nach",
		dayCount: (count) => counted(count, { one: "# Tag", other: "# Tagen" }),
		scopes: "Scopes",
		scopesHint:
			"Wählen Sie, was das Programm braucht. Wenn Sie nichts wählen, darf es alles, was seine Rolle darf.",
		addresses: "Adressen (optional)",
		addressesHint:
			"Von wo sich das Programm anmelden darf, zum Beispiel `192.0.2.0/24`. Trennen Sie mehrere durch Leerzeichen. Lassen Sie das Feld leer, wenn es von überall sein darf.",
		role: "Rolle",
		roles: { user: "Benutzer", admin: "Admin" },
		roleHint: "Die Rolle, die Ihre APIs sehen. In diesem Dienst gibt sie dem Programm keine Rechte.",
		submit: "Schlüssel erstellen",
		wrong: {
			name: () => "Wählen Sie einen Namen aus 1 bis 64 sichtbaren Zeichen.",
			days: () => "So lange darf ein Zugangsschlüssel hier nicht gelten. Wählen Sie weniger Tage.",
			scopes: () => "Diese Scopes gibt es hier nicht mehr. Laden Sie die Seite neu.",
			addresses: (_, address) =>
				`${address === "" ? "" : `${address}: `}Schreiben Sie höchstens 10 Adressen oder CIDR-Bereiche, ohne Bits nach der Länge, zum Beispiel 192.0.2.0/24.`,
		},
	},
	made: {
		heading: (name) => `Bewahren Sie den Schlüssel ${name} auf`,
		why: "Er wird nur jetzt gezeigt. Wer ihn hat, kann sich unter Ihrem Namen anmelden: Bewahren Sie ihn dort auf, wo Ihr Programm seine Geheimnisse hat.",
		key: "Zugangsschlüssel",
		csrfWhat:
			"Seine Anmeldungen senden dieses CSRF-Token im Header `csrf`. Es ist kein Geheimnis, und Sie finden es in der Liste wieder.",
		csrf: "CSRF-Token des Schlüssels",
		commandWhat: "So meldet sich ein Programm damit an:",
		command: "Befehl des Schlüssels",
		stored: "Ich habe ihn gespeichert",
		done: "Der neue Schlüssel gilt ab jetzt.",
	},
	rotate: {
		button: "Austauschen",
		which: (name, hint) => `${name} (${hint}) austauschen`,
		heading: (name) => `${name} austauschen?`,
		first:
			"Sie bekommen einen neuen Schlüssel mit denselben Grenzen und derselben Lebensdauer. Der alte gilt noch einen Tag oder bis zu seinem eigenen Ende, damit Sie den neuen in Ihr Programm eintragen können.",
		again:
			"Der Schlüssel vom letzten Mal endet sofort, und Sie bekommen einen anderen an seiner Stelle. Der alte gilt noch bis zu seinem Ende.",
		submit: "Neuen Schlüssel erstellen",
	},
	end: {
		button: "Beenden",
		which: (name, hint) => `${name} (${hint}) beenden`,
		heading: (name) => `${name} beenden?`,
		text: "Der Dienst weist Programme mit diesem Schlüssel sofort ab, und ihre Sitzungen enden. Das lässt sich nicht rückgängig machen.",
		submit: "Schlüssel beenden",
		done: "Der Zugangsschlüssel ist beendet.",
	},
	problems: {
		access_key_limit:
			"Sie haben zu viele Zugangsschlüssel. Beenden Sie einen, der nicht benutzt wird, dann können Sie einen weiteren erstellen.",
		access_key_inactive:
			"Dieser Zugangsschlüssel ist beendet, oder ein neuer hat ihn ersetzt. Laden Sie die Seite neu.",
	},
};
