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
		"console/sessions": "Sitzungen",
		"console/events": "Ereignisse",
		"console/mails": "Mails",
		"console/keys": "Schlüssel",
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
		other: "Das hat nicht geklappt",
	},
	advice: {
		store_unavailable: "Warten Sie einen Moment, und laden Sie diese Seite dann neu.",
		internal_error:
			"Laden Sie diese Seite neu. Wenn es dabei bleibt, nennen Sie dem Betreiber die Nummer der Anfrage.",
		forbidden:
			"Bitten Sie einen Admin dieses Dienstes um die Rolle, oder melden Sie sich als anderer Benutzer an.",
		other: "Prüfen Sie die Adresse, oder beginnen Sie auf der Startseite.",
	},
	requestId: "Nummer der Anfrage: {id}",
	start: "Zur Startseite",
	links: { support: "Hilfe", imprint: "Impressum", privacy: "Datenschutz" },
};
