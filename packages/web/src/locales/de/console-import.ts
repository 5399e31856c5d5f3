import { counter } from "../count.ts";
import type * as en from "../en/console-import.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);

const refused: Record<string, string> = {
	username: "Der Benutzername hat 1 bis 254 Zeichen, ohne Leerzeichen.",
	displayName: "Der Anzeigename ist zu lang oder hat Zeichen, die man nicht sieht.",
	email: "Das ist keine E-Mail-Adresse.",
	emailVerified: "Ohne Adresse ist nichts bestätigt.",
	role: "Die Rolle ist user oder admin.",
	kind: "Die Art ist person oder service.",
	groups: "Eine dieser Gruppen gibt es nicht.",
	locale: "Das ist kein Sprachkürzel wie de oder en-GB.",
	externalId: "Die externe ID ist zu lang oder hat Zeichen, die man nicht sieht.",
	id: "Die ID ist keine UUID.",
	attributes: "Attribute sind ein JSON-Objekt aus Texten.",
};

export const consoleImportTexts: typeof en.consoleImportTexts = {
	title: "Benutzer importieren",
	back: "Benutzer",
	intro:
		"Eine CSV-Datei, deren erste Zeile die Spalten nennt, oder NDJSON: ein JSON-Objekt je Zeile. Bis Sie importieren, bleibt die Datei in diesem Browser. Passwörter nimmt nur `sallyport user import`.",
	pick: "Datei",
	pickAgain: "Andere Datei, oder dieselbe verbessert",
	rows: (count) => counted(count, { one: "# Zeile.", other: "# Zeilen." }),
	has: "Spalten, die es gibt",
	sample: "Nur `username` ist nötig; nach anderen Namen von Spalten wird gefragt. Zum Beispiel:",
	copy: "Beispiel",
	save: "Das Beispiel als Datei speichern",
	problems: {
		not_utf8: "Diese Datei ist nicht UTF-8. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.",
		empty:
			"In dieser Datei sind keine Benutzer. Die erste Zeile nennt die Spalten, die zweite den ersten Benutzer.",
		open_quote: "In dieser Datei bleibt ein Anführungszeichen offen.",
		too_large: "Diese Datei ist größer als 20 MB. Der Befehl sallyport user import nimmt sie.",
		unreadable: "Diese Datei lässt sich nicht lesen.",
	},
	columns: "Was die Spalten sind",
	column: "Spalte",
	example: "Zum Beispiel",
	means: "Ist",
	meansWhich: (column) => `Was ${column} ist`,
	unnamed: (number) => `Spalte ${number}`,
	leaveOut: "Weglassen",
	needsUsername: "Sagen Sie, welche Spalte der Benutzername ist.",
	members: {
		username: "Benutzername",
		displayName: "Anzeigename",
		email: "E-Mail-Adresse",
		emailVerified: "E-Mail-Adresse ist bestätigt",
		role: "Rolle (user, admin)",
		kind: "Art (person, service)",
		groups: "Gruppen, mit Leerzeichen getrennt",
		locale: "Sprachkürzel",
		externalId: "Externe ID",
		id: "ID",
		attributes: "Attribute, als JSON",
	},
	invite: "Jeder Person einen Link senden, um ein Passwort festzulegen",
	tryOut: "Ausprobieren",
	progress: (done, all) => `${counted(done, { other: "#" })} von ${counted(all, { other: "#" })}`,
	tried: (good, bad) =>
		bad === 0
			? counted(good, {
					one: "# Benutzer lässt sich importieren.",
					other: "Alle # Benutzer lassen sich importieren.",
				})
			: `${counted(good, { one: "# Benutzer lässt sich importieren", other: "# Benutzer lassen sich importieren" })}, ${counted(bad, { one: "# Zeile nicht.", other: "# Zeilen nicht." })}`,
	correct: "Noch ist nichts gespeichert. Verbessern Sie die Datei und wählen Sie sie noch einmal.",
	import: (count) => counted(count, { other: "# Benutzer importieren" }),
	added: (good, there, bad) =>
		counted(good, { one: "# Benutzer ist hinzugefügt.", other: "# Benutzer sind hinzugefügt." }) +
		(there === 0 ? "" : counted(there, { other: " # gab es schon." })) +
		(bad === 0
			? ""
			: counted(bad, { one: " # Zeile wurde abgelehnt.", other: " # Zeilen wurden abgelehnt." })),
	invited: "Einladungen werden per Mail gesendet.",
	toUsers: "Zu den neuesten Benutzern",
	line: "Zeile",
	wrong: "Was falsch ist",
	unreadableLine: "Sie hat nicht so viele Zellen wie die erste Zeile oder ist kein JSON-Objekt.",
	twice: (line) => `Zeile ${line} hat denselben Benutzernamen.`,
	more: (count) => counted(count, { one: "Und # weitere Zeile.", other: "Und # weitere Zeilen." }),
	refused: (member) => refused[member] ?? "Der Dienst lehnt diese Zeile ab.",
};
