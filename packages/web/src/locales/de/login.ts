import type * as en from "../en/login.ts";

export const locale: typeof en.locale = "de";

export const loginTexts: typeof en.loginTexts = {
	heading: "Anmelden",
	remember: "Angemeldet bleiben",
	submit: "Anmelden",
	forgotten: "Passwort vergessen?",
	passkey: "Passkey verwenden",
	secondStep: "Noch ein Schritt",
	ended: {
		logout: "Sie sind abgemeldet.",
		session_expired:
			"Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.",
		session_ended:
			"Ihre Sitzung wurde beendet. Melden Sie sich wieder an, um dort weiterzumachen, wo Sie waren.",
		unauthenticated: "Bitte melden Sie sich an.",
		invalid_token: "Bitte melden Sie sich an.",
	},
};

export const texts: typeof en.texts = {
	username: "Benutzername",
	password: "Passwort",
	capsLock: "Die Feststelltaste ist aktiv.",
	reveal: { show: "Zeigen", hide: "Verbergen", what: (label) => `: ${label}` },
	wait: {
		button: "Warten",
		alone: (soon) => `Versuchen Sie es ${soon} noch einmal.`,
		again: (soon) => `Diese Seite versucht es ${soon} von selbst noch einmal.`,
		stop: "Anhalten",
		stopped: (soon) => `Angehalten. Sie können es ${soon} noch einmal versuchen.`,
		resending: "Neuer Versuch …",
		over: "Sie können es jetzt noch einmal versuchen.",
	},
	problems: {
		invalid_credentials: "Benutzername oder Passwort ist falsch.",
		network_error:
			"Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
		unexpected_answer: "Der Dienst hat keine brauchbare Antwort geschickt. Laden Sie diese Seite neu.",
		internal_error: "Bei uns ist etwas schiefgegangen. Wenn es wieder geschieht, sagen Sie es dem Betreiber.",
		csrf_missing: "Diese Seite ist zu alt. Laden Sie sie neu und versuchen Sie es noch einmal.",
		csrf_invalid: "Diese Seite ist zu alt. Laden Sie sie neu und versuchen Sie es noch einmal.",
		origin_forbidden:
			"Der Dienst wurde unter einer unbekannten Adresse aufgerufen. Rufen Sie ihn unter seiner eigenen auf.",
		rate_limited: "Zu viele Versuche.",
		overloaded: "Der Dienst ist gerade stark ausgelastet.",
		store_unavailable: "Der Dienst kommt gerade nicht an seine Daten.",
	},
	otherProblem: () => "Das hat nicht geklappt. Laden Sie diese Seite neu.",
	objections: () => "Bitte prüfen Sie Ihre Eingaben.",
	reference: (requestId) => `Referenz für den Betreiber: ${requestId}`,
};
