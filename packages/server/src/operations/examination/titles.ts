import type { Said } from "../../platform/config/appearance-settings.ts";

/** What is looked at, by the name that commands and programs read: that is its title in English. */
export const titles = {
	"access keys": { de: "Zugangsschlüssel" },
	applications: { de: "Anwendungen" },
	"authenticator apps": { de: "Authenticator-Apps" },
	database: { de: "Datenbank" },
	"database clock": { de: "Uhr der Datenbank" },
	"database file": { de: "Datei der Datenbank" },
	"database host": { de: "Host der Datenbank" },
	disk: { de: "Speicherplatz" },
	durability: { de: "Dauerhaftigkeit" },
	mails: { de: "Mails" },
	secret: { de: "Geheimnis des Dienstes" },
	"secret fits": { de: "Geheimnis und Datenbank" },
	"second factors": { de: "Zweite Faktoren" },
	"signing key": { de: "Signaturschlüssel" },
	tables: { de: "Tabellen" },
	"two-step login": { de: "Anmeldung in zwei Schritten" },
	users: { de: "Benutzer" },
} as const satisfies Record<string, Omit<Said, "en">>;
