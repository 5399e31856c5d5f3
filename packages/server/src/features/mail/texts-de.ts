import { type Content, code, type Paragraph, p } from "./content.ts";
import type { FactorChange, Happened, LinkFor, MailTexts } from "./texts.ts";
import { moment } from "./times.ts";

const when = (time: number) => moment(time, "de-DE");
const once = ({ expiresAt }: LinkFor) => [`Der Link gilt einmal, bis ${when(expiresAt)}.`];
const notMe = "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.";

/** A link for each user, named where there are several. */
const linksOf = (links: readonly LinkFor[]): Paragraph[] =>
	links.flatMap((link) => [
		...(links.length > 1 ? [p`Für den Benutzer ${code(link.username)}:`] : []),
		{ link: link.address },
	]);

const changes: Record<FactorChange, string> = {
	totp_added: "Eine Authenticator-App wurde hinzugefügt.",
	totp_removed: "Eine Authenticator-App wurde entfernt.",
	passkey_added: "Ein Passkey wurde hinzugefügt.",
	passkey_removed: "Ein Passkey wurde entfernt.",
	second_factor_on: "Die Anmeldung in zwei Schritten wurde eingeschaltet.",
	second_factor_off: "Die Anmeldung in zwei Schritten wurde ausgeschaltet.",
	recovery_codes_created: "Es wurden neue Wiederherstellungscodes erzeugt; die früheren gelten nicht mehr.",
};

function notice(
	{ service, username, at, from, page }: Happened,
	subject: string,
	what: readonly Paragraph[],
	ifNotYou = "Wenn Sie das nicht waren, setzen Sie gleich ein neues Passwort:",
): Content {
	const where = from === null ? [] : p`, von der Netzadresse ${code(from)}`;
	return {
		subject,
		paragraphs: [
			...what,
			[...p`Es geht um den Benutzer ${code(username)} bei ${service}, am ${when(at)}`, ...where, "."],
			[ifNotYou],
			{ link: page },
		],
	};
}

export const de: MailTexts = {
	recovery: ({ service, links }) => ({
		subject: `Neues Passwort für ${service}`,
		paragraphs: [
			links.length === 1
				? p`Jemand hat ein neues Passwort für den Benutzer ${code(links[0]?.username ?? "")} bei ${service} angefordert. Wenn Sie das waren, setzen Sie es hier:`
				: p`Jemand hat neue Passwörter für die Benutzer mit dieser Adresse bei ${service} angefordert. Wenn Sie das waren, setzen Sie sie hier:`,
			...linksOf(links),
			[
				`${links.length === 1 ? "Der Link gilt" : "Jeder Link gilt"} einmal, bis ${when(links[0]?.expiresAt ?? 0)}. Ihr jetziges Passwort bleibt gültig, bis Sie ein neues gesetzt haben.`,
			],
			[notMe],
		],
	}),
	invitation: ({ service, link }) => ({
		subject: `Ihr Konto bei ${service}`,
		paragraphs: [
			p`Für Sie wurde ein Konto bei ${service} angelegt. Ihr Benutzername ist ${code(link.username)}. Wählen Sie hier ein Passwort:`,
			{ link: link.address },
			once(link),
			["Wenn Sie das nicht erwarten, ignorieren Sie diese E-Mail."],
		],
	}),
	password_link: ({ service, link }) => ({
		subject: `Neues Passwort für ${service}`,
		paragraphs: [
			p`Der Betreiber hat das Passwort des Benutzers ${code(link.username)} bei ${service} entfernt. Setzen Sie hier ein neues:`,
			{ link: link.address },
			once(link),
		],
	}),
	email_confirmation: ({ service, link }) => ({
		subject: `Adresse für ${service} bestätigen`,
		paragraphs: [
			p`Der Benutzer ${code(link.username)} bei ${service} möchte E-Mails an diese Adresse bekommen. Wenn Sie das sind, melden Sie sich an und bestätigen Sie sie hier:`,
			{ link: link.address },
			once(link),
			["Wenn Sie das nicht sind, ignorieren Sie diese E-Mail."],
		],
	}),
	password_changed: (given) =>
		notice(given, `Ihr Passwort bei ${given.service} wurde geändert`, [
			["Ihr Passwort wurde geändert, und alle anderen Sitzungen sind beendet."],
		]),
	factors_changed: (given) =>
		notice(given, `Ihre Anmeldung bei ${given.service} wurde geändert`, [
			["Die Art, wie Sie sich anmelden, wurde geändert."],
			...given.changes.map((change) => [changes[change]]),
		]),
	email_changed: (given) =>
		given.isOld
			? notice(
					given,
					`Ihre Adresse bei ${given.service} wurde geändert`,
					[
						[
							"Ihr Konto hat von jetzt an eine andere E-Mail-Adresse. Diese hier bekommt keine E-Mails mehr darüber.",
						],
					],
					"Wenn Sie das nicht waren, melden Sie sich an, beenden Sie alle anderen Sitzungen und verständigen Sie den Betreiber:",
				)
			: notice(given, `Ihre Adresse bei ${given.service} wurde geändert`, [
					["E-Mails über Ihr Konto kommen von jetzt an an diese Adresse."],
				]),
	new_device: (given) =>
		notice(given, `Neue Anmeldung bei ${given.service}`, [
			[
				"Jemand hat sich mit Ihrem Passwort oder Passkey auf einem Gerät angemeldet, das Ihrem Konto nicht bekannt ist. Wenn Sie das waren, ist alles gut.",
			],
		]),
	data_exported: (given) =>
		notice(given, `Eine Kopie Ihrer Daten bei ${given.service}`, [
			[
				"Jemand hat eine Kopie von allem heruntergeladen, was über Sie gespeichert ist. Wenn Sie das waren, ist alles gut.",
			],
		]),
	account_closed: (given) =>
		given.step === "password"
			? notice(
					{ ...given, from: null },
					`Falsche Passwörter für Ihr Konto bei ${given.service}`,
					[
						[
							"Jemand hat viele falsche Passwörter für Ihr Konto eingegeben. Unbekannte Geräte können sich dort nicht mehr anmelden; Geräte, auf denen Sie sich früher angemeldet haben, schon.",
						],
					],
					"Eine Anmeldung auf einem davon öffnet das Konto wieder für andere:",
				)
			: notice(
					{ ...given, from: null },
					`Jemand kennt Ihr Passwort bei ${given.service}`,
					[
						[
							"Jemand kennt Ihr Passwort und hat danach viele falsche Codes eingegeben. Von unbekannten Geräten werden keine Codes mehr angesehen.",
						],
					],
					"Setzen Sie ein neues Passwort:",
				),
	password_reset: (given) =>
		notice(
			{ ...given, from: null },
			`Ihr Passwort bei ${given.service} wurde entfernt`,
			[
				[
					`Der Betreiber hat Ihr Passwort${given.factors ? " und Ihre zweiten Faktoren" : ""} entfernt und alle Ihre Sitzungen beendet. Einen Link für ein neues bekommen Sie von ihm.`,
				],
			],
			"Der Dienst ist hier:",
		),
	admin_added: ({ service, at, names, page }) => ({
		subject: `Neue Admin-Rechte bei ${service}`,
		paragraphs: [
			[`Der Betreiber von ${service} hat Admin-Rechte vergeben, am ${when(at)}, an:`],
			...names.map((name) => [code(name)]),
			["Wenn Sie das nicht erwartet haben, fragen Sie gleich dort nach. Der Dienst ist hier:"],
			{ link: page },
		],
	}),
	help: "Hilfe:",
	test: ({ service }) => ({
		subject: `E-Mail-Test von ${service}`,
		paragraphs: [p`Das ist ein Test: E-Mails von ${service} kommen an.`],
	}),
};
