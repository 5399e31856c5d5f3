import { counter } from "../count.ts";
import type * as en from "../en/console-groups.ts";
import { locale } from "./login.ts";

const counted = /* @__PURE__ */ counter(locale);
const sessionsEnded = (ended: number): string =>
	ended === 0 ? "" : ` ${counted(ended, { one: "# Sitzung beendet.", other: "# Sitzungen beendet." })}`;

export const consoleGroupTexts: typeof en.consoleGroupTexts = {
	title: "Gruppen",
	add: "Gruppe hinzufügen",
	intro:
		"Anwendungen lassen sich auf sie beschränken und erhalten sie mit dem Scope `groups`. Ihre APIs entscheiden danach, wenn SALLYPORT_TOKEN_CLAIMS sie nennt. Rechte an diesem Dienst geben sie nicht.",
	empty: "Es gibt noch keine Gruppen. Fügen Sie eine hinzu, dann nehmen Sie Benutzer auf.",
	columns: { name: "Gruppe", description: "Wofür sie ist", members: "Mitglieder", added: "Hinzugefügt" },
	memberCount: (count) => counted(count, { other: count >= 10_000 ? "# oder mehr" : "#" }),
	membersAre: (count) =>
		counted(count, { one: "# Mitglied", other: count >= 10_000 ? "# Mitglieder oder mehr" : "# Mitglieder" }),
	make: {
		heading: "Gruppe hinzufügen",
		name: "Name",
		nameHint: "1 bis 48 Kleinbuchstaben, Ziffern und ._:- Nicht zu ändern.",
		nameWrong: "Nehmen Sie 1 bis 48 Kleinbuchstaben, Ziffern und ._:-",
		description: "Wofür sie ist (optional)",
		submit: "Gruppe hinzufügen",
		done: (name) => `${name} ist hinzugefügt.`,
	},
	describe: {
		button: "Beschreiben",
		heading: (name) => `Wofür ${name} ist`,
		label: "Beschreibung",
		submit: "Speichern",
		done: "Gespeichert.",
	},
	remove: {
		button: "Löschen",
		heading: (name) => `${name} löschen?`,
		what: (members) =>
			`${counted(members, { one: "# Mitglied verlässt sie", other: "# Mitglieder verlassen sie" })}, und Token-Sitzungen, die sie nennen, enden. Die Benutzer bleiben. Das lässt sich nicht rückgängig machen.`,
		submit: (name) => `${name} löschen`,
		done: (name, ended) => `${name} ist gelöscht.${sessionsEnded(ended)}`,
	},
	members: {
		caption: (name) => `Mitglieder von ${name}`,
		search: "Mitglied finden",
		empty: "Diese Gruppe hat noch keine Mitglieder.",
		label: "Was mit den gewählten Mitgliedern geschieht",
		remove: "Aus der Gruppe nehmen",
		removed: (count, ended) =>
			counted(count, {
				one: "# Benutzer hat die Gruppe verlassen.",
				other: "# Benutzer haben die Gruppe verlassen.",
			}) + sessionsEnded(ended),
		add: "Mitglieder aufnehmen",
		addHeading: (name) => `Mitglieder in ${name} aufnehmen`,
		addSubmit: (count) => (count === 0 ? "Aufnehmen" : counted(count, { other: "# Benutzer aufnehmen" })),
		added: (count) =>
			counted(count, {
				one: "# Benutzer ist jetzt in der Gruppe.",
				other: "# Benutzer sind jetzt in der Gruppe.",
			}),
		isMember: "ist Mitglied",
		pickOne: "Wählen Sie einen Benutzer aus der Liste.",
		picking: {
			pick: (name) => `${name} wählen`,
			drop: (name) => `${name} herausnehmen`,
			picked: "Gewählte Benutzer",
		},
	},
};
