import type * as en from "../en/frame.ts";

export const direction: typeof en.direction = "ltr";

export const frameTexts: typeof en.frameTexts = {
	skip: "Zum Inhalt",
	pages: "Konto",
	account: {
		account: "Profil",
		"account/security": "Sicherheit",
		"account/sessions": "Sitzungen",
		"account/programs": "Programme",
	},
	administration: "Verwaltung",
	console: {
		console: "Übersicht",
		"console/users": "Benutzer",
		"console/groups": "Gruppen",
		"console/integrations/clients": "Anwendungen",
		"console/sessions": "Sitzungen",
		"console/events": "Ereignisse",
		"console/mails": "Mails",
		"console/keys": "Signaturschlüssel",
		"console/access-keys": "Zugangsschlüssel",
		"console/system": "System",
	},
	ownAccount: "Ihr Konto",
	find: "Suchen",
	logOut: "Abmelden",
	needsScript: "Diese Seite braucht JavaScript.",
	withoutScript: "Diese Seite braucht JavaScript. Dasselbe geht mit curl:",
	refusals: {
		not_found: "Diese Seite gibt es nicht",
		method_not_allowed: "Das geht mit dieser Seite nicht",
		bad_request: "Diese Anfrage ist ungültig",
		uri_too_long: "Diese Adresse ist zu lang",
		request_timeout: "Diese Anfrage hat zu lange gedauert",
		store_unavailable: "Gerade nicht verfügbar",
		internal_error: "Etwas ist schiefgegangen",
		forbidden: "Diese Seite ist für Admins",
		rate_limited: "Zu viel auf einmal",
		interaction_unknown: "Diese Anmeldung ist abgelaufen",
		application_forbidden: "Sie haben keinen Zugang zu dieser Anwendung",
		application_disabled: "Diese Anwendung ist abgeschaltet",
		application_request_invalid: "Diese Anwendung ist nicht richtig eingerichtet",
		other: "Das hat nicht geklappt",
	},
	advice: {
		store_unavailable: "Warten Sie einen Moment, und laden Sie diese Seite dann neu.",
		internal_error:
			"Laden Sie diese Seite neu. Wenn es dabei bleibt, nennen Sie dem Betreiber die Nummer der Anfrage.",
		forbidden:
			"Bitten Sie einen Admin dieses Dienstes um die Rolle, oder melden Sie sich als anderer Benutzer an.",
		rate_limited: "Warten Sie eine Minute und laden Sie diese Seite dann neu.",
		interaction_unknown: "Gehen Sie zurück zur Anwendung und beginnen Sie neu.",
		application_forbidden:
			"Sie dürfen {application} nicht benutzen. Bitten Sie deren Betreiber oder einen Administrator dieses Dienstes um Zugang.",
		application_disabled:
			"Der Betreiber dieses Dienstes hat {application} vorübergehend abgeschaltet. Versuchen Sie es später noch einmal.",
		application_request_invalid:
			"Gehen Sie zurück und nennen Sie dem Betreiber der Anwendung, was unten steht.",
		other: "Prüfen Sie die Adresse, oder beginnen Sie auf der Startseite.",
	},
	elsewhere: "Dieser Dienst ist unter {baseUrl} erreichbar. Beginnen Sie neu bei der Anwendung.",
	refusedLogin: {
		user: "Sie sind als {user} angemeldet.",
		notYou: "Sind Sie das nicht?",
		back: "Zurück zu {application}",
		account: "Zu Ihrem Konto",
	},
	repairs: {
		register:
			"Die Anwendung schickte {address}. Um die Adresse einzutragen, wiederholen Sie {option} für jede Adresse: sallyport client set {id} {option} …",
		unknown: "Als {id} ist hier keine Anwendung eingetragen. Eingetragene zeigt: sallyport client list",
	},
	/** After an application has sent the user here to log out. */
	logout: {
		done: "Sie sind abgemeldet",
		close: "Sie können diese Seite schließen.",
		ask: "Abmelden?",
		what: "Das beendet Ihre Sitzung hier und in jeder Anwendung, die Sie damit erreicht haben.",
		submit: "Abmelden",
	},
	requestId: "Nummer der Anfrage: {id}",
	start: "Zur Startseite",
	links: { support: "Hilfe", imprint: "Impressum", privacy: "Datenschutz" },
};
