import { type Content, code, type Paragraph, p } from "./content.ts";
import type { FactorChange, Happened, LinkFor, MailTexts } from "./texts.ts";
import { moment } from "./times.ts";

const when = (time: number) => moment(time, "en-GB");
const once = ({ expiresAt }: LinkFor) => [`The link works once, until ${when(expiresAt)}.`];
const notMe = "If you did not ask for it, ignore this mail: nothing has changed.";

/** A link for each user, named where there are several. */
const linksOf = (links: readonly LinkFor[]): Paragraph[] =>
	links.flatMap((link) => [
		...(links.length > 1 ? [p`For the user ${code(link.username)}:`] : []),
		{ link: link.address },
	]);

const changes: Record<FactorChange, string> = {
	totp_added: "An authenticator app was added.",
	totp_removed: "An authenticator app was removed.",
	passkey_added: "A passkey was added.",
	passkey_removed: "A passkey was removed.",
	second_factor_on: "Two-step login was turned on.",
	second_factor_off: "Two-step login was turned off.",
	recovery_codes_created: "New recovery codes were made; earlier ones are void.",
};

function notice(
	{ service, username, at, from, page }: Happened,
	subject: string,
	what: readonly Paragraph[],
	ifNotYou = "If that was not you, set a new password at once:",
): Content {
	const where = from === null ? [] : p` from the network address ${code(from)}`;
	return {
		subject,
		paragraphs: [
			...what,
			[...p`This is about the user ${code(username)} at ${service}, on ${when(at)}`, ...where, "."],
			[ifNotYou],
			{ link: page },
		],
	};
}

export const en: MailTexts = {
	recovery: ({ service, links }) => ({
		subject: `Set a new password for ${service}`,
		paragraphs: [
			links.length === 1
				? p`Someone asked for a new password for the user ${code(links[0]?.username ?? "")} at ${service}. If it was you, set one here:`
				: p`Someone asked for new passwords for the users with this address at ${service}. If it was you, set them here:`,
			...linksOf(links),
			[
				`${links.length === 1 ? "The link works" : "Each link works"} once, until ${when(links[0]?.expiresAt ?? 0)}. Your present password stays until you have set a new one.`,
			],
			[notMe],
		],
	}),
	invitation: ({ service, link }) => ({
		subject: `Your account at ${service}`,
		paragraphs: [
			p`An account was made for you at ${service}. Your username is ${code(link.username)}. Choose a password here:`,
			{ link: link.address },
			once(link),
			["If you do not expect this, ignore this mail."],
		],
	}),
	password_link: ({ service, link }) => ({
		subject: `Set a new password for ${service}`,
		paragraphs: [
			p`The operator of ${service} has removed the password of the user ${code(link.username)}. Set a new one here:`,
			{ link: link.address },
			once(link),
		],
	}),
	email_confirmation: ({ service, link }) => ({
		subject: `Confirm your address for ${service}`,
		paragraphs: [
			p`The user ${code(link.username)} at ${service} wants to get mail at this address. If that is you, log in and confirm it here:`,
			{ link: link.address },
			once(link),
			["If it is not you, ignore this mail."],
		],
	}),
	password_changed: (given) =>
		notice(given, `Your password at ${given.service} was changed`, [
			["Your password was changed, and all other sessions have ended."],
		]),
	factors_changed: (given) =>
		notice(given, `Your login at ${given.service} was changed`, [
			["Your login settings were changed."],
			...given.changes.map((change) => [changes[change]]),
		]),
	email_changed: (given) =>
		given.isOld
			? notice(
					given,
					`Your address at ${given.service} was changed`,
					[
						[
							"Your account now has a different e-mail address. You will get no more mail about it at this one.",
						],
					],
					"If that was not you, log in and end all other sessions, and tell the operator of the service:",
				)
			: notice(given, `Your address at ${given.service} was changed`, [
					["Mail about your account comes to this address from now on."],
				]),
	new_device: (given) =>
		notice(given, `New login at ${given.service}`, [
			[
				"Someone has logged in with your password or passkey on a device that is not known to your account. If it was you, all is well.",
			],
		]),
	data_exported: (given) =>
		notice(given, `A copy of your data at ${given.service}`, [
			["Someone has downloaded a copy of all that is stored about you. If it was you, all is well."],
		]),
	account_closed: (given) =>
		given.step === "password"
			? notice(
					{ ...given, from: null },
					`Wrong passwords for your account at ${given.service}`,
					[
						[
							"Someone has typed many wrong passwords for your account. Unknown devices cannot log in to it any more; the devices on which you have logged in before still can.",
						],
					],
					"To unlock the account for new devices, log in on a device that you have used before:",
				)
			: notice(
					{ ...given, from: null },
					`Someone knows your password at ${given.service}`,
					[
						[
							"Someone knows your password and has typed many wrong codes after it. Codes from unknown devices are no longer accepted.",
						],
					],
					"Set a new password:",
				),
	password_reset: (given) =>
		notice(
			{ ...given, from: null },
			`Your password at ${given.service} was removed`,
			[
				[
					`The operator of the service has removed your password${given.factors ? " and your second factors" : ""} and ended all your sessions. The operator will send you a link to set a new password.`,
				],
			],
			"The service is here:",
		),
	admin_added: ({ service, at, names, page }) => ({
		subject: `New admin at ${service}`,
		paragraphs: [
			[`On ${when(at)}, an operator of ${service} gave admin rights to:`],
			...names.map((name) => [code(name)]),
			["If you did not expect that, ask the operator at once. The service is here:"],
			{ link: page },
		],
	}),
	help: "Help:",
	test: ({ service }) => ({
		subject: `Test of mail from ${service}`,
		paragraphs: [p`This is a test: mail from ${service} arrives.`],
	}),
};
